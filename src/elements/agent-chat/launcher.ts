import { html, nothing, type TemplateResult } from 'lit';
import type { LauncherStrings } from '../../locales/strings.ts';
import type { Placement } from './placement.ts';

export interface LauncherView {
  open: boolean;
  /** Still fetching what the press asked for. */
  busy: boolean;
  /** The site's colours are not known yet. */
  waiting: boolean;
  /** Out of sight while the window fills the screen. */
  covered: boolean;
  unread: number;
  /** Visible text beside the icon; empty for the icon alone. */
  label: string;
  placement: Placement;
  dir: 'ltr' | 'rtl';
  lang: string;
  strings: LauncherStrings;
  /** The window could not be fetched. */
  failed: boolean;
  onPress: () => void;
  onIntent: () => void;
}

const CHAT = 'M21 11.5a8.5 8.5 0 0 1-12.4 7.6L3 21l1.9-5.6A8.5 8.5 0 1 1 21 11.5z';
const DOWN = 'm6 9 6 6 6-6';

/** The button on somebody else's page. */
export function renderLauncher(view: LauncherView): TemplateResult {
  const { open, strings, label, unread } = view;
  const action = open ? strings.closeChat : strings.openChat;
  const name = [label, action, !open && unread ? strings.unread(unread) : ''].filter(Boolean).join(', ');
  return html`<div
    class="layer"
    popover="manual"
    dir=${view.dir}
    lang=${view.lang}
    data-place=${view.placement}
    ?hidden=${view.covered}
    >${view.failed ? html`<p part="notice" class="notice" role="alert">${strings.loadFailed}</p>` : nothing}<button
      part="launcher"
      class="launcher ${view.waiting ? 'waiting' : ''}"
      type="button"
      aria-label=${name}
      aria-haspopup="dialog"
      aria-expanded=${open}
      aria-busy=${view.busy}
      @click=${view.onPress}
      @pointerenter=${view.onIntent}
      @touchstart=${{ handleEvent: view.onIntent, passive: true }}
      @focus=${view.onIntent}
      ><slot name="launcher-icon"
        ><svg viewBox="0 0 24 24" aria-hidden="true"><path d=${open ? DOWN : CHAT} /></svg></slot
      >${label && html`<span part="launcher-label">${label}</span>`}${
        !open && unread ? html`<span part="launcher-badge" class="badge">${unread}</span>` : nothing
      }</button
    ></div
  >`;
}
