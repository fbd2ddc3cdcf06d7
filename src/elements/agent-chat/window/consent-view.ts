import { html, type TemplateResult } from 'lit';
import type { Strings } from '../../../locales/strings.ts';
import { adoptStyles } from '../../conversation/shadow-root.ts';
import { edgeOf, hoveredAccent } from '../../conversation/styles/colours.ts';
import { css } from '../../css.ts';
import { dispatch } from '../events.ts';
import type { WidgetHost } from '../widget-host.ts';
import { consentKey, storePreference } from './stored-preferences.ts';

/** Renders the consent text: the page's `consent` slot, otherwise the text of the language. */
export function renderConsent(host: WidgetHost, strings: Strings): TemplateResult {
  adoptStyles(host.renderRoot, consentStyles);
  if (!observed.has(host)) {
    observed.add(host);
    observeOtherTabs(host);
  }
  return html`<div part="consent" class="consent"
    ><h3 class="consent-title">${strings.consentTitle}</h3
    ><div class="consent-text"><slot name="consent">${strings.consentText}</slot></div
    ><button part="consent-button" class="consent-button" type="button" @click=${() => agree(host)}
      >${strings.consentAccept}</button
    ></div
  >`;
}

/** The conversation replaces the consent text, and gets the focus. */
async function agree(host: WidgetHost): Promise<void> {
  storePreference(consentKey(host), true);
  dispatch(host, 'agent-chat-consent');
  host.requestUpdate();
  await host.updateComplete;
  await host.renderRoot.querySelector('agent-chat-conversation')?.focusComposer();
}

const observed = new WeakSet<WidgetHost>();

/** Consent in one tab applies to all tabs. */
function observeOtherTabs(host: WidgetHost): void {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key?.includes('consent:')) host.requestUpdate();
  };
  host.addController({
    hostConnected: () => addEventListener('storage', onStorage),
    hostDisconnected: () => removeEventListener('storage', onStorage),
  });
}

const consentStyles = css`
  .consent {
    flex: 1;
    display: flex;
    flex-direction: column;
    align-items: start;
    justify-content: center;
    gap: 12px;
    padding: calc(var(--_space) * 1.5);
    overflow-y: auto;
  }

  .consent-title {
    margin: 0;
    font: inherit;
    font-size: 1.2em;
    font-weight: 600;
  }

  .consent-text {
    color: var(--_muted);
  }

  .consent-button {
    all: unset;
    box-sizing: border-box;
    min-block-size: 40px;
    padding: 8px 18px;
    border-radius: calc(var(--_radius) * 1.25);
    background: var(--_accent);
    color: var(--_on-accent);
    font-weight: 600;
    box-shadow: ${edgeOf(css`var(--_accent)`)};
    cursor: pointer;
  }

  @media (hover: hover) {
    .consent-button:hover {
      background: ${hoveredAccent};
    }
  }

  .consent-button:focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }

  @media (pointer: coarse) {
    .consent-button {
      min-block-size: 44px;
      border-radius: calc(var(--_radius) * 1.375);
    }
  }

  @media (forced-colors: active) {
    .consent-button {
      border: 1px solid ButtonText;
    }
  }
`;
