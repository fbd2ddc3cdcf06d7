import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { SafeLink } from '../../../markdown/safe-url.ts';
import { safeLink, withoutBidiMarks } from '../../../markdown/safe-url.ts';
import type { CitationPart } from '../../../protocol/message.ts';

// Of a part from outside, only the title is validated.

export function linkOf({ url }: CitationPart): SafeLink | undefined {
  return typeof url === 'string' && url ? safeLink(url) : undefined;
}

export function quoteOf({ quote }: CitationPart): string {
  return typeof quote === 'string' ? quote : '';
}

/** A source: its title, as a link if it has an address, and its quote. */
export function renderSource(source: CitationPart): TemplateResult {
  const link = linkOf(source);
  const title = withoutBidiMarks(source.title);
  const quote = quoteOf(source);
  return html`${link ? renderLink(title, link) : html`<span class="title">${title}</span>`}
    ${quote ? html`<blockquote>${quote}</blockquote>` : nothing}`;
}

/** Links to another site open in a new tab and show its host. */
function renderLink(title: string, { href, host }: SafeLink): TemplateResult {
  if (host === '') return html`<a href=${href}>${title}</a>`;
  return html`<a href=${href} target="_blank" rel="noopener noreferrer nofollow ugc">${title}</a>
    <span class="host">${host}</span>`;
}
