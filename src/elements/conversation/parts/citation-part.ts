import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { SafeLink } from '../../../markdown/safe-url.ts';
import { safeLink, withoutBidiMarks } from '../../../markdown/safe-url.ts';
import type { CitationPart } from '../../../protocol/message.ts';
import { isCitationPart } from '../../../protocol/message.ts';
import { chevronIcon } from '../icons.ts';
import type { PartRenderer } from './part-renderer.ts';

/** The sources an answer rests on: a numbered list that opens and closes. */
export const citationPart: PartRenderer = {
  accepts: isCitationPart,
  draw: (parts, { strings }) => html`
    <details part="part-citation" class="sources">
      <summary>${chevronIcon}<span>${strings.sources(parts.length)}</span></summary>
      <ol>
        ${(parts as CitationPart[]).map(drawSource)}
      </ol>
    </details>
  `,
};

function drawSource(source: CitationPart): TemplateResult {
  const { url, quote } = source;
  // What comes over the network is no more than a title for certain.
  const link = typeof url === 'string' && url ? safeLink(url) : undefined;
  const title = withoutBidiMarks(source.title);
  return html`
    <li dir="auto">
      ${link ? drawLink(title, link) : html`<span class="title">${title}</span>`}
      ${typeof quote === 'string' && quote ? html`<blockquote>${quote}</blockquote>` : nothing}
    </li>
  `;
}

/** Another site opens beside this one, and says its name as the browser resolves it. */
function drawLink(title: string, { href, host }: SafeLink): TemplateResult {
  if (host === '') return html`<a href=${href}>${title}</a>`;
  return html`<a href=${href} target="_blank" rel="noopener noreferrer nofollow ugc">${title}</a>
    <span class="host">${host}</span>`;
}
