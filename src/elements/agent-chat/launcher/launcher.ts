import { html, nothing, type TemplateResult } from 'lit';
import type { LauncherStrings } from '../../../locales/strings.ts';
import type { Placement, WidgetHost } from '../widget-host.ts';

const PLACEMENT = /^(top|bottom)-(start|end)$/;

/**
 * The corner in use: the `placement` attribute if it is valid, otherwise the side from the settings. That side is
 * physical, left or right, in every language; `start` and `end` depend on the writing direction.
 */
export function resolvePlacement(
  attribute: string,
  alignment: string | undefined,
  dir: 'ltr' | 'rtl',
): Placement {
  if (PLACEMENT.test(attribute)) return attribute as Placement;
  return (alignment === 'left') === (dir === 'ltr') ? 'bottom-start' : 'bottom-end';
}

export interface LauncherView {
  text: (key: keyof LauncherStrings) => string;
  /** The visitor has pressed the launcher, and the window is still loading. */
  loading: boolean;
  /** The window could not be loaded. */
  failed: boolean;
  onPress: () => void;
  onIntent: () => void;
}

const CHAT_ICON = 'M21 11.5a8.5 8.5 0 0 1-12.4 7.6L3 21l1.9-5.6A8.5 8.5 0 1 1 21 11.5z';
const DOWN_ICON = 'm6 9 6 6 6-6';

/** The launcher button; for an inline widget only the notice that its window could not be loaded. */
export function renderLauncher(host: WidgetHost, view: LauncherView): TemplateResult | typeof nothing {
  const { open, launcherLabel, language } = host;
  const { text, onIntent } = view;
  const inline = host.mode === 'inline';
  const notice = view.failed
    ? html`<p part="notice" role="alert"
    ><button class="launcher" @click=${inline ? onIntent : view.onPress}>${text('loadFailed')}</button></p
  >`
    : nothing;
  if (inline) return notice;
  const unread = open ? undefined : host.renderUnread?.();
  const name = [launcherLabel, text(open ? 'closeChat' : 'openChat'), unread?.label];
  return html`<div
    class="layer"
    popover="manual"
    dir=${language.dir}
    lang=${language.language}
    data-place=${host.resolvedPlacement}
    >${notice}<button
      part="launcher"
      class="launcher ${view.loading ? 'loading' : ''}"
      aria-label=${name.filter(Boolean).join(', ')}
      aria-expanded=${open}
      @click=${view.onPress}
      @pointerenter=${onIntent}
      @focus=${onIntent}
      ><slot name="launcher-icon"
        ><svg viewBox="0 0 24 24" aria-hidden="true"><path d=${open ? DOWN_ICON : CHAT_ICON} /></svg></slot
      >${launcherLabel && html`<span part="launcher-label">${launcherLabel}</span>`}${unread?.badge}</button
    ></div
  >`;
}
