import { html, type TemplateResult } from 'lit';
import type { Strings } from '../../../locales/strings.ts';
import { emit } from '../events.ts';
import type { WindowOwner } from '../window-contract.ts';
import { keep } from './kept-preferences.ts';
import { consentName } from './stored-consent.ts';

/** The owner's text: the page's own `consent` slot, else the language's. */
export function renderConsent(owner: WindowOwner, strings: Strings): TemplateResult {
  if (!watched.has(owner)) {
    watched.add(owner);
    watchOtherTabs(owner);
  }
  return html`<div part="consent" class="consent"
    ><h3 class="consent-title">${strings.consentTitle}</h3
    ><div class="consent-text"><slot name="consent">${strings.consentText}</slot></div
    ><button part="consent-button" class="consent-button" type="button" @click=${() => agree(owner)}
      >${strings.consentAccept}</button
    ></div
  >`;
}

/** The visitor agrees: what stood in the place of the conversation goes, and the cursor with it. */
async function agree(owner: WindowOwner): Promise<void> {
  keep(consentName(owner), true);
  emit(owner, 'agent-chat-consent');
  owner.requestUpdate();
  await owner.updateComplete;
  await owner.renderRoot.querySelector('agent-chat-conversation')?.focusComposer();
}

const watched = new WeakSet<WindowOwner>();

/** Who agrees in one tab has agreed in all. */
function watchOtherTabs(owner: WindowOwner): void {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key?.includes('consent:')) owner.requestUpdate();
  };
  owner.addController({
    hostConnected: () => addEventListener('storage', onStorage),
    hostDisconnected: () => removeEventListener('storage', onStorage),
  });
}
