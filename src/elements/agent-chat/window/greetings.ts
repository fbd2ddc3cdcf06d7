import { html, render } from 'lit';
import { mergeStrings } from '../../../locales/english-launcher.ts';
import { withEnglishFallback } from '../../../locales/english-window.ts';
import { withEnglish } from '../../../locales/languages.ts';
import type { Strings } from '../../../locales/strings.ts';
import { SimpleMarkdown } from '../../../markdown/simple-markdown.ts';
import { formatting } from '../../conversation/lazy-modules.ts';
import { spokenText } from '../../conversation/message/spoken-text.ts';
import { adoptStyles } from '../../conversation/shadow-root.ts';
import type { WindowOwner } from '../window-contract.ts';
import { greetingStyles } from './greeting-styles.ts';
import { theme } from './theme.ts';
import { closeIcon } from './window-icons.ts';

const MAX = 2;

/**
 * The first messages, floating beside the closed launcher until the visitor opens the chat or dismisses them.
 * They take no focus and no room from the page.
 */
export function showGreetings(
  owner: WindowOwner,
  messages: readonly string[],
  dismissed: () => void,
): () => void {
  const root = owner.renderRoot;
  const box = document.createElement('div');
  root.append(box);
  for (const styles of [theme, greetingStyles]) adoptStyles(box, styles);
  // The launcher may move to another corner.
  const beside = {
    hostUpdated: (): void => void box.firstElementChild?.setAttribute('data-place', owner.corner),
  };
  owner.addController(beside);
  const close = (): void => {
    owner.removeController(beside);
    owner.removeEventListener('agent-chat-open', close);
    render(null, box);
    box.remove();
  };
  owner.addEventListener('agent-chat-open', close);
  const onDismiss = (): void => {
    close();
    dismissed();
    root.querySelector<HTMLElement>('.launcher')?.focus({ preventScroll: true });
  };
  // Without their words they are not shown: the chat itself is still there.
  draw(owner, box, messages, onDismiss).catch(close);
  return close;
}

async function draw(
  owner: WindowOwner,
  box: HTMLElement,
  messages: readonly string[],
  onDismiss: () => void,
): Promise<void> {
  const { language } = owner;
  await language.fetch();
  const strings = await withEnglish(withEnglishFallback(mergeStrings(language.words, owner.strings)));
  const texts = await Promise.all(messages.slice(0, MAX).map(text => withoutMarks(text, strings)));
  // Closed meanwhile, or off the page with its chat.
  if (!box.isConnected) return;
  render(
    html`<section
      part="greetings"
      class="window greetings"
      popover="manual"
      dir=${language.dir}
      lang=${language.language}
      data-place=${owner.corner}
      aria-label=${strings.greetings}
      >${texts.map(
        text =>
          html`<button part="greeting" class="greeting" type="button" @click=${() => owner.openFor('visitor')}><span class="words" dir="auto">${text}</span></button>`,
      )}<button class="header-button dismiss" type="button" aria-label=${strings.dismiss} @click=${onDismiss}>${closeIcon}</button></section
    >`,
    box,
  );
  box.querySelector('section')?.showPopover?.();
}

/** What a message says in plain words: a button holds no links and no lists. */
async function withoutMarks(message: string, strings: Strings): Promise<string> {
  const page = document.createElement('div');
  if (!new SimpleMarkdown(page).append(message, true)) {
    const code = await formatting.fetch().catch(() => undefined);
    if (!code) return message;
    page.replaceChildren();
    code.renderMarkdown(page, message, { strings });
  }
  return spokenText(page, message.length).trim();
}
