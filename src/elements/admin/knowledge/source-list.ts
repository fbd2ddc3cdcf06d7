import { html, nothing, type TemplateResult } from 'lit';
import type { AdminStrings } from '../../../locales/admin/strings.ts';
import {
  DOCUMENTS_MAX,
  type DocumentPassage,
  type KnowledgeDocument,
  type KnowledgeSource,
} from '../../../protocol/sources.ts';
import { icon } from '../icons.ts';

/** What is to be forgotten: a source, or one uploaded file. */
export type Forgettable =
  | { source: KnowledgeSource; document?: undefined }
  | { source: KnowledgeSource; document: KnowledgeDocument };

export interface SourceListOptions {
  strings: AdminStrings;
  locale: string;
  /** Documents by the name of their source, as far as they are read. */
  documents: ReadonlyMap<string, readonly KnowledgeDocument[]>;
  /** Passages by the id of their document. */
  passages: ReadonlyMap<number, readonly DocumentPassage[]>;
  /** What the owner is asked about. */
  asked: Forgettable | undefined;
  openSource(source: KnowledgeSource): void;
  openDocument(document: KnowledgeDocument): void;
  ask(what: Forgettable): void;
  forget(): void;
  keep(): void;
}

/** Where the documents come from, the documents of each, and their passages. */
export function renderSources(
  sources: readonly KnowledgeSource[],
  options: SourceListOptions,
): TemplateResult {
  return html`<ul class="sources" aria-labelledby="sources-title">
    ${sources.map(source => renderSource(source, options))}
  </ul>`;
}

function renderSource(source: KnowledgeSource, options: SourceListOptions): TemplateResult {
  const { strings, locale, documents, openSource } = options;
  const number = new Intl.NumberFormat(locale);
  const { knowledge: words } = strings;
  const { kind, name, isFollowed, documents: count, passages, readAt } = source;
  const list = documents.get(name);
  return html`<li>
    <div class="source">
      <div>
        <strong>${words.kinds[kind]}</strong>
        ${kind === 'uploads' || kind === 'sample' ? nothing : html`<p class="name"><bdi dir="ltr">${name}</bdi></p>`}
        <p class="about">
          <span>${words.counts(number.format(count), number.format(passages))}</span>
          ${renderDate(readAt, options)}
          ${isFollowed && kind !== 'sample' ? html`<span>${words.followed}</span>` : nothing}
        </p>
        ${kind === 'sample' ? html`<p class="hint">${words.sampleText}</p>` : nothing}
      </div>
      ${isFollowed || kind === 'sample' ? nothing : renderForget({ source }, options)}
    </div>
    <details @toggle=${(event: Event) => (event.target as HTMLDetailsElement).open && openSource(source)}>
      <summary>${words.documents}</summary>
      ${list ? renderDocuments(source, list, options) : html`<p class="waiting">${strings.contacts.loading}</p>`}
    </details>
  </li>`;
}

function renderDocuments(
  source: KnowledgeSource,
  list: readonly KnowledgeDocument[],
  options: SourceListOptions,
): TemplateResult {
  const { knowledge: words } = options.strings;
  const number = new Intl.NumberFormat(options.locale);
  return html`<ul class="documents">
      ${list.map(
        document => html`<li>
          <div class="source">
            <div>
              <span class="name" dir="auto">${document.path}</span>
              <p class="about">${renderDate(document.readAt, options)}</p>
            </div>
            ${source.kind === 'uploads' ? renderForget({ source, document }, options) : nothing}
          </div>
          <details @toggle=${(event: Event) => {
            // The event of the passages must not read the documents again.
            event.stopPropagation();
            if ((event.target as HTMLDetailsElement).open) options.openDocument(document);
          }}>
            <summary>${words.passages(number.format(document.passages))}</summary>
            ${renderPassages(document, options)}
          </details>
        </li>`,
      )}
    </ul>
    ${list.length === DOCUMENTS_MAX ? html`<p class="hint">${words.first(number.format(DOCUMENTS_MAX))}</p>` : nothing}`;
}

function renderPassages({ id }: KnowledgeDocument, { passages, strings }: SourceListOptions): TemplateResult {
  const list = passages.get(id);
  if (!list) return html`<p class="waiting">${strings.contacts.loading}</p>`;
  return html`<ol class="passages">
    ${list.map(
      ({ heading, body }) => html`<li>
        ${heading ? html`<strong dir="auto">${heading}</strong>` : nothing}
        <p class="body" dir="auto">${body}</p>
      </li>`,
    )}
  </ol>`;
}

function renderForget(
  what: Forgettable,
  { strings, asked, ask, forget, keep }: SourceListOptions,
): TemplateResult {
  const { knowledge: words } = strings;
  const name =
    what.document?.path ?? (what.source.kind === 'uploads' ? words.kinds.uploads : what.source.name);
  const isAsked = asked?.source.name === what.source.name && asked.document?.id === what.document?.id;
  if (!isAsked)
    return html`<button type="button" class="small danger forget" aria-label="${words.forget}: ${name}" @click=${() => ask(what)}>${icon('remove')} ${words.forget}</button>`;
  return html`<div class="confirm" role="group" aria-label=${words.forgetQuestion}>
    <strong>${words.forgetQuestion}</strong>
    <button type="button" class="small danger" @click=${forget}>${words.forget}</button>
    <button type="button" class="small keep" @click=${keep}>${words.keep}</button>
  </div>`;
}

function renderDate(seconds: number | null, { strings, locale }: SourceListOptions): unknown {
  if (seconds === null) return nothing;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return html`<span>${strings.knowledge.readAt(format.format(new Date(seconds * 1000)))}</span>`;
}
