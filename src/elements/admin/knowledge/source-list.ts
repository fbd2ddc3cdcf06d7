import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import {
  DOCUMENTS_MAX,
  type DocumentPassage,
  type KnowledgeDocument,
  type KnowledgeSource,
  SKIPPED_MAX,
  type SkippedDocument,
} from '../../../protocol/sources.ts';
import { icon } from '../icons.ts';
import { renderSiteState, type SiteStateOptions } from './site-state.ts';

/** What is to be forgotten: a source, or one document. */
export type Forgettable =
  | { source: KnowledgeSource; document?: undefined }
  | { source: KnowledgeSource; document: KnowledgeDocument };

export interface SourceListOptions extends SiteStateOptions {
  /** Documents by the name of their source, as far as they are read. */
  documents: ReadonlyMap<string, readonly KnowledgeDocument[]>;
  /** Passages by the id of their document. */
  passages: ReadonlyMap<number, readonly DocumentPassage[]>;
  /** What is left out of a source, by its name. */
  skipped: ReadonlyMap<string, readonly SkippedDocument[]>;
  /** What the owner is asked about. */
  asked: Forgettable | undefined;
  openSource(source: KnowledgeSource): void;
  openDocument(document: KnowledgeDocument): void;
  openSkipped(source: KnowledgeSource): void;
  restore(source: KnowledgeSource, path: string): void;
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
    ${repeat(
      sources,
      ({ name }) => name,
      source => renderSource(source, options),
    )}
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
        ${kind === 'site' ? renderSiteState(source, options) : nothing}
      </div>
      ${isFollowed || kind === 'sample' ? nothing : renderForget({ source }, options)}
    </div>
    <details @toggle=${(event: Event) => (event.target as HTMLDetailsElement).open && openSource(source)}>
      <summary>${words.documents}</summary>
      ${list ? renderDocuments(source, list, options) : html`<p class="waiting">${strings.contacts.loading}</p>`}
    </details>
    ${kind === 'site' || kind === 'folder' ? renderSkipped(source, options) : nothing}
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
      ${repeat(
        list,
        ({ id }) => id,
        document => html`<li>
          <div class="source">
            <div>
              <span class="name" dir="auto">${document.path}</span>
              <p class="about">${renderDate(document.readAt, options)}</p>
            </div>
            ${source.kind === 'sample' ? nothing : renderForget({ source, document }, options)}
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

/** Pages that were not read, each with what to do, and forgotten documents. */
function renderSkipped(source: KnowledgeSource, options: SourceListOptions): TemplateResult {
  const { strings, locale, skipped, openSkipped, restore } = options;
  const { knowledge: words } = strings;
  const list = skipped.get(source.name);
  const onToggle = (event: Event): void => {
    if ((event.target as HTMLDetailsElement).open) openSkipped(source);
  };
  return html`<details class="left-out" @toggle=${onToggle}>
    <summary>${words.leftOut}</summary>
    ${list ? nothing : html`<p class="waiting">${strings.contacts.loading}</p>`}
    ${list?.length === 0 ? html`<p class="nothing">${words.nothingLeftOut}</p>` : nothing}
    ${
      list?.length
        ? html`<ul class="documents">${list.map(
            ({ path, reason }) => html`<li class="source">
              <div>
                <span class="name" dir="auto">${path}</span>
                <p class="about">${reason === 'forgotten' ? words.forgottenText : words.skipped[reason]}</p>
              </div>
              ${reason === 'forgotten' ? html`<button type="button" class="small" aria-label="${words.restore}: ${path}" @click=${() => restore(source, path)}>${words.restore}</button>` : nothing}
            </li>`,
          )}</ul>`
        : nothing
    }
    ${list?.length === SKIPPED_MAX ? html`<p class="hint">${words.first(new Intl.NumberFormat(locale).format(SKIPPED_MAX))}</p>` : nothing}
  </details>`;
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
