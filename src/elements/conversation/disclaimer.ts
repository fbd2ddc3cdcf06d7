import type { CSSResult, TemplateResult } from 'lit';
import { html } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { renderMarkdown } from '../../markdown/index.ts';
import { css } from '../css.ts';
import type { ConversationHost } from './hosts.ts';

/** The owner's line below the message field. */
export function renderDisclaimer({ settings, strings, markdown }: ConversationHost): TemplateResult {
  const { disclaimer } = settings;
  return html`<div part="disclaimer" class="disclaimer" dir="auto">${guard(
    [disclaimer, strings, markdown],
    () => {
      const text = document.createElement('div');
      renderMarkdown(text, disclaimer, { ...markdown, strings });
      return text;
    },
  )}</div>`;
}

export const styles: CSSResult = css`
  .disclaimer {
    padding-inline: max(calc(var(--_space) * 0.75), 50% - 26em);
    padding-block-end: calc(var(--_space) * 0.75);
    margin-block-start: calc(var(--_space) * -0.25);
    color: var(--_muted);
    font-size: 0.8em;
    line-height: 1.35;
    text-align: center;
    text-wrap: balance;
    overflow-wrap: anywhere;
  }
  .disclaimer p {
    margin: 0;
  }
  .disclaimer a {
    color: inherit;
    text-underline-offset: 2px;
  }
  .disclaimer a:focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: 1px;
    border-radius: 2px;
  }
`;
