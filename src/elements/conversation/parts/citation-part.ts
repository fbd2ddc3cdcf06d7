import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { SafeLink } from '../../../markdown/safe-url.ts';
import { safeLink, withoutBidiMarks } from '../../../markdown/safe-url.ts';
import type { CitationPart } from '../../../protocol/message.ts';
import { isCitationPart } from '../../../protocol/message.ts';
import { chevronIcon } from '../icons.ts';
import type { PartRenderer } from './part-renderer.ts';

/** The sources of an answer, as a numbered list in a disclosure. */
export const citationPart: PartRenderer = {
  accepts: isCitationPart,
  render: (parts, { strings }) => html`
    <details part="part-citation" class="sources">
      <summary>${chevronIcon}<span>${strings.sources(parts.length)}</span></summary>
      <ol>
        ${(parts as CitationPart[]).map(renderSource)}
      </ol>
    </details>
  `,
};

function renderSource(source: CitationPart): TemplateResult {
  const { url, quote } = source;
  // Only the title is validated.
  const link = typeof url === 'string' && url ? safeLink(url) : undefined;
  const title = withoutBidiMarks(source.title);
  return html`
    <li dir="auto">
      ${link ? renderLink(title, link) : html`<span class="title">${title}</span>`}
      ${typeof quote === 'string' && quote ? html`<blockquote>${quote}</blockquote>` : nothing}
    </li>
  `;
}

/** Links to another site open in a new tab and show its host. */
function renderLink(title: string, { href, host }: SafeLink): TemplateResult {
  if (host === '') return html`<a href=${href}>${title}</a>`;
  return html`<a href=${href} target="_blank" rel="noopener noreferrer nofollow ugc">${title}</a>
    <span class="host">${host}</span>`;
}
