import { html, nothing, type TemplateResult } from 'lit';
import type { AdminStrings } from '../../locales/admin/strings.ts';
import { icon } from './icons.ts';

export interface UnlockOptions {
  strings: AdminStrings;
  busy: boolean;
  /** Message of the last failure. */
  fault: string | undefined;
  /** The last name entered. */
  author: string;
  open: (token: string, author: string, remember: boolean) => void;
}

/** Asks for the admin token, in a password field so that password managers offer to store it. */
export function renderUnlock({ strings, busy, fault, author, open }: UnlockOptions): TemplateResult {
  const { access } = strings;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.target as HTMLFormElement);
    const token = String(form.get('token') ?? '').trim();
    const name = String(form.get('author') ?? '').trim();
    if (token !== '') open(token, name, form.has('keep'));
  };
  return html`<section class="unlock" aria-labelledby="unlock-title">
    <h3 id="unlock-title">${access.title}</h3>
    <p class="lead">${access.text}</p>
    <form @submit=${submit}>
      <div class="field">
        <label class="label" for="token">${access.token}</label>
        <input
          id="token"
          name="token"
          type="password"
          autocomplete="current-password"
          required
          aria-invalid=${fault !== undefined}
          aria-describedby="token-fault"
        />
        <div id="token-fault" role="alert">
          ${fault === undefined ? nothing : html`<p class="fault">${icon('alert')} ${fault}</p>`}
        </div>
      </div>
      <div class="field">
        <label class="label" for="author">${access.name}</label>
        <input id="author" name="author" type="text" autocomplete="name" dir="auto" placeholder=" " maxlength="100" .value=${author} aria-describedby="author-hint" />
        <p class="hint" id="author-hint">${access.nameHint}</p>
      </div>
      <div class="check">
        <input type="checkbox" id="keep" name="keep" aria-describedby="keep-hint" />
        <div>
          <label for="keep">${access.keep}</label>
          <p class="hint" id="keep-hint">${access.keepHint}</p>
        </div>
      </div>
      <button class="primary" aria-disabled=${busy ? 'true' : nothing}>${busy ? access.opening : access.open}</button>
    </form>
  </section>`;
}
