import { html, nothing, type TemplateResult } from 'lit';
import type { AdminStrings } from '../../../locales/admin/strings.ts';
import { errorMessage } from '../error-message.ts';
import { icon } from '../icons.ts';
import type { QueuedFile } from './upload-queue.ts';

export interface UploadListOptions {
  strings: AdminStrings;
  locale: string;
  retry(file: QueuedFile): void;
  remove(file: QueuedFile): void;
}

/** The formats that the service reads, for the file dialog. */
export const ACCEPTED = '.pdf,.docx,.md,.markdown,.mdx,.html,.htm,.txt,.csv,.tsv,.rst,.adoc,.asciidoc';

/** The files that were chosen, each with its progress, or why it was not read and what to do. */
export function renderUploads(files: readonly QueuedFile[], options: UploadListOptions): TemplateResult {
  const { strings, retry, remove } = options;
  const { knowledge: words, saving } = strings;
  return html`<ul class="uploads" aria-label=${words.uploads}>
    ${files.map(queued => {
      const { file, status } = queued;
      const isOver = status === 'stored' || status === 'skipped' || status === 'failed';
      return html`<li>
        <div>
          <strong dir="auto">${file.name}</strong>
          ${renderState(queued, options)}
        </div>
        ${status === 'failed' ? html`<button type="button" class="small" aria-label="${saving.tryAgain}: ${file.name}" @click=${() => retry(queued)}>${saving.tryAgain}</button>` : nothing}
        ${isOver ? html`<button type="button" class="icon" aria-label="${words.hide}: ${file.name}" title=${words.hide} @click=${() => remove(queued)}>${icon('remove')}</button>` : nothing}
      </li>`;
    })}
  </ul>`;
}

function renderState(
  { file, sent, status, reason, isPartial, error }: QueuedFile,
  { strings, locale }: UploadListOptions,
): TemplateResult {
  const { knowledge: words } = strings;
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  switch (status) {
    case 'receiving': {
      const share = file.size === 0 ? 0 : sent / file.size;
      return html`<p class="about"><progress max="1" .value=${share} aria-label=${file.name}></progress> ${percent.format(share)}</p>`;
    }
    case 'stored':
      return html`<p class="about">${icon('check')} ${isPartial ? words.partly : words.stored}</p>`;
    case 'skipped':
      return renderFault(words.skipped[reason ?? 'damaged']);
    case 'failed':
      return renderFault(error ? errorMessage(error.toTurnError(), strings) : '');
    default:
      return html`<p class="about">${status === 'reading' ? words.reading : words.waiting}</p>`;
  }
}

function renderFault(text: string): TemplateResult {
  return html`<p class="fault">${icon('alert')} <span>${text}</span></p>`;
}
