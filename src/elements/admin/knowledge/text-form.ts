import { html, type TemplateResult } from 'lit';
import type { AdminStrings } from '../../../locales/admin/strings.ts';

/** Characters of a title that becomes the name of a file. */
const TITLE_MAX = 150;

/** A text that is being written. */
export interface TextDraft {
  title: string;
  text: string;
}

export interface TextFormOptions {
  strings: AdminStrings;
  edit(change: Partial<TextDraft>): void;
  save(): void;
  close(): void;
}

/** Asks for a text of the owner, which becomes a Markdown file. */
export function renderTextForm({ title, text }: TextDraft, options: TextFormOptions): TemplateResult {
  const { strings, edit, save, close } = options;
  const { knowledge: words, saving } = strings;
  const textIn = (event: Event): string => (event.target as HTMLInputElement | HTMLTextAreaElement).value;
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    save();
  };
  return html`<form @submit=${onSubmit}>
    <div class="field">
      <label for="text-title">${words.title}</label>
      <input id="text-title" type="text" dir="auto" placeholder=" " required maxlength=${TITLE_MAX} .value=${title} @input=${(event: Event) => edit({ title: textIn(event) })} />
    </div>
    <div class="field">
      <label for="text-body">${words.body}</label>
      <textarea id="text-body" rows="8" dir="auto" placeholder=" " required .value=${text} aria-describedby="text-hint" @input=${(event: Event) => edit({ text: textIn(event) })}></textarea>
      <p class="hint" id="text-hint">${words.bodyHint}</p>
    </div>
    <p class="actions">
      <button type="submit" class="primary">${saving.save}</button>
      <button type="button" @click=${close}>${words.discard}</button>
    </p>
  </form>`;
}
