import { type CSSResult, html, nothing, type TemplateResult } from 'lit';
import { copyText } from '../../../markdown/copy-text.ts';
import { matchesAllowedDomain, parseAllowedDomain } from '../../../protocol/allowed-domain.ts';
import { css } from '../../css.ts';
import { icon } from '../icons.ts';
import { ToolTab } from '../tool-tab.ts';
import {
  fingerprint,
  INSTALL_WAYS,
  type InstallTarget,
  type InstallWay,
  isLoopback,
  type Pin,
  policyFor,
  snippetFor,
} from './snippets.ts';

export const tag = 'agent-chat-admin-install';

/** Snippets to copy. */
export const styles: CSSResult = css`
  .install {
    max-inline-size: 50em;
  }
  .snippet {
    position: relative;
    margin-block: 10px 14px;
  }
  .snippet pre {
    margin: 0;
    padding: 14px 16px;
    padding-block-end: 46px;
    overflow-x: auto;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-s);
    background: var(--_surface-2);
    font: 0.8667em / 1.6 var(--_mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .snippet + .contrast {
    margin-block-end: 14px;
  }
  .snippet code {
    font: inherit;
  }
  .snippet button {
    position: absolute;
    inset-block-end: 8px;
    inset-inline-end: 8px;
  }
`;

/** Install snippets, and a check whether a site may show the chat. */
export class Tab extends ToolTab {
  static override properties = {
    ...ToolTab.properties,
    way: { state: true },
    pin: { state: true },
    site: { state: true },
    checked: { state: true },
    copied: { state: true },
  };

  declare private way: InstallWay;
  /** `false` if it could not be computed. */
  declare private pin: Pin | false | undefined;
  /** The typed site and the last checked one. Both start as the page's own origin. */
  declare private site: string;
  declare private checked: string;
  declare private copied: string;

  constructor() {
    super();
    this.way = 'script';
    this.site = typeof location === 'undefined' ? '' : location.origin;
    this.checked = this.site;
    this.copied = '';
  }

  protected override render(): TemplateResult {
    const { install } = this.strings;
    const target = this.#target();
    const pins = this.way === 'script' || this.way === 'wordpress' || this.way === 'shopify';
    return html`<div class="install">
      <h3 id="install-title">${this.strings.tabs.install}</h3>
      <p class="lead">${install.text}</p>
      <div class="segments" role="radiogroup" aria-labelledby="install-title">
        ${INSTALL_WAYS.map(
          way => html`<label>
            <input type="radio" name="way" .checked=${way === this.way} @change=${() => this.#choose(way)} />
            <span>${install.ways[way]}</span>
          </label>`,
        )}
      </div>
      <p class="hint">${install.hints[this.way]}</p>
      ${this.#renderCode(snippetFor(this.way, target), install.ways[this.way])}
      ${isLoopback(target) ? html`<p class="contrast" data-level="weak">${install.loopback}</p>` : nothing}
      ${pins ? this.#renderPin() : nothing}
      <h4>${install.csp}</h4>
      <p class="hint">${install.cspHint}</p>
      ${this.#renderCode(policyFor(this.way, target), install.csp)}
      ${this.#renderCheck()}
      <span class="sr" role="status">${this.copied ? install.copied : nothing}</span>
    </div>`;
  }

  #renderCode(text: string, name: string): TemplateResult {
    const { install } = this.strings;
    const copied = this.copied === text;
    return html`<div class="snippet" dir="ltr">
      <pre tabindex="0" role="region" aria-label=${name}><code>${text}</code></pre>
      <button type="button" class="small" aria-label=${install.copy + this.strings.form.colon + name} @click=${() => this.#copy(text)}>
        ${copied ? html`${icon('check')} ${install.copied}` : install.copy}
      </button>
    </div>`;
  }

  #renderPin(): TemplateResult {
    const { install } = this.strings;
    return html`<div class="check">
      <input id="pin" type="checkbox" aria-describedby="pin-hint" .checked=${Boolean(this.pin)} @change=${this.#onPin} />
      <div>
        <label for="pin">${install.integrity}</label>
        <p class="hint" id="pin-hint">${this.pin === false ? install.noIntegrity : install.integrityHint}</p>
      </div>
    </div>`;
  }

  #renderCheck(): TemplateResult {
    const { install } = this.strings;
    const { draft } = this.session;
    if (!draft) return html`${nothing}`;
    const { allowedDomains } = draft.settings;
    const verdict = siteVerdict(this.checked, allowedDomains);
    const text =
      verdict === undefined
        ? install.notSite
        : verdict.allowed
          ? install.allowed(verdict.origin)
          : install.refused(verdict.origin);
    return html`<h4>${install.check}</h4>
      <form @submit=${this.#onCheck}>
        <label class="label" for="site">${install.site}</label>
        <div class="line">
          <input id="site" type="text" inputmode="url" dir="ltr" autocomplete="off" spellcheck="false" .value=${this.site}
            aria-describedby="site-hint" @input=${this.#onSite} />
          <button>${install.check}</button>
        </div>
        <p class="hint" id="site-hint">${install.checkHint}</p>
      </form>
      <p role="status" class="contrast" data-level=${verdict?.allowed ? 'good' : 'poor'}>
        <strong>${text}</strong>
        ${draft.changes.some(change => change.key === 'allowedDomains') ? install.unsavedDomains : nothing}
      </p>`;
  }

  #target(): InstallTarget {
    const { endpoint, agentId } = this.session.client;
    const address = new URL(endpoint, document.baseURI).href.replace(/\/*$/, '/');
    return { endpoint: address, agentId, pin: this.pin || undefined };
  }

  #choose(way: InstallWay): void {
    this.way = way;
    this.copied = '';
  }

  async #copy(text: string): Promise<void> {
    if (await copyText(text)) this.copied = text;
  }

  async #onPin(event: Event): Promise<void> {
    const box = event.target as HTMLInputElement;
    this.pin = undefined;
    if (!box.checked) return;
    const pin = await fingerprint(`${this.#target().endpoint}agent-chat.js`);
    // The box was unticked meanwhile.
    if (!box.checked) return;
    this.pin = pin ?? false;
    box.checked = pin !== undefined;
  }

  #onSite(event: Event): void {
    this.site = (event.target as HTMLInputElement).value.trim();
  }

  #onCheck(event: SubmitEvent): void {
    event.preventDefault();
    this.checked = this.site;
  }
}

/** Whether a site may show the chat, by the rule of the proxy. @returns undefined if `address` is not a web address */
export function siteVerdict(
  address: string,
  allowedDomains: readonly string[],
): { origin: string; allowed: boolean } | undefined {
  let url: URL;
  try {
    url = new URL(/^[a-z]+:\/\//i.test(address) ? address : `https://${address}`);
  } catch {
    return undefined;
  }
  if (!/^https?:$/.test(url.protocol) || url.hostname === '') return undefined;
  const allowed =
    allowedDomains.length === 0 ||
    allowedDomains.some(entry => {
      const domain = parseAllowedDomain(entry);
      return domain !== undefined && matchesAllowedDomain(domain, url);
    });
  return { origin: url.origin, allowed };
}
