import { html, nothing, type TemplateResult } from 'lit';
import type { LauncherStrings } from '../../locales/strings.ts';
import type { WindowOwner } from './window-contract.ts';

export interface LauncherView {
  strings: LauncherStrings;
  /** It was pressed, and the window is on its way. */
  loading: boolean;
  /** The window could not be fetched. */
  failed: boolean;
  onPress: () => void;
  onIntent: () => void;
}

const CHAT = 'M21 11.5a8.5 8.5 0 0 1-12.4 7.6L3 21l1.9-5.6A8.5 8.5 0 1 1 21 11.5z';
const DOWN = 'm6 9 6 6 6-6';

/** What can be pressed on somebody else's page before the window is there. */
export function renderLauncher(host: WindowOwner, view: LauncherView): TemplateResult | typeof nothing {
  const { open, launcherLabel, language } = host;
  const { strings, onIntent } = view;
  const inline = host.mode === 'inline';
  const notice = view.failed
    ? html`<p part="notice" role="alert"
    ><button class="launcher" @click=${inline ? onIntent : view.onPress}>${strings.loadFailed}</button></p
  >`
    : nothing;
  if (inline) return notice;
  const unread = open ? 0 : host.unread;
  const name = [launcherLabel, open ? strings.closeChat : strings.openChat, unread && strings.unread(unread)];
  return html`<div
    class="layer"
    popover="manual"
    dir=${language.dir}
    lang=${language.language}
    data-place=${host.corner}
    >${notice}<button
      part="launcher"
      class="launcher ${view.loading ? 'loading' : ''}"
      aria-label=${name.filter(Boolean).join(', ')}
      aria-expanded=${open}
      @click=${view.onPress}
      @pointerenter=${onIntent}
      @focus=${onIntent}
      ><slot name="launcher-icon"
        ><svg viewBox="0 0 24 24" aria-hidden="true"><path d=${open ? DOWN : CHAT} /></svg></slot
      >${launcherLabel && html`<span part="launcher-label">${launcherLabel}</span>`}${
        unread ? html`<span part="launcher-badge" class="badge">${unread}</span>` : nothing
      }</button
    ></div
  >`;
}
