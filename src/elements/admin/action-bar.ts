import { html, nothing, type TemplateResult } from 'lit';
import type { AdminStrings } from '../../locales/admin/strings.ts';
import { renderDifference } from './differences.ts';
import { keyLabel } from './fields/value-text.ts';
import { icon } from './icons.ts';
import type { AdminSession } from './session.ts';

export interface ActionBarOptions {
  session: AdminSession;
  /** Nobody may see what is set, nor what waits to be saved. */
  locked: boolean;
  strings: AdminStrings;
  /** Looks at the preview in the form's place. */
  preview: { possible: boolean; on: boolean; toggle: () => void };
  save: () => void;
  lock: () => void;
}

/**
 * Who is being set up, how many changes wait or what became of them, and undo, redo, save. What can't be pressed any
 * more keeps the focus.
 */
export function renderActionBar({
  session,
  locked,
  strings,
  preview,
  save,
  lock,
}: ActionBarOptions): TemplateResult {
  const { saving, access } = strings;
  const { draft, record } = session;
  if (!draft || locked) return html`<div class="bar"><h2>${strings.panel}</h2></div>`;
  const count = draft.changes.length;
  const busy = session.status === 'saving';
  const act = (action: () => void, possible: boolean) => () => {
    if (!possible) return;
    action();
    session.touched();
  };
  return html`<div class="bar">
    <h2>
      <bdi>${draft.saved.name}</bdi>
      <small>${!record?.version ? strings.panel : strings.history.version(record.version)}</small>
    </h2>
    <div class="actions">
      ${count === 0 ? nothing : renderChanges(session, strings)}
      <span class="said" role="status" ?data-accepted=${session.accepted}
        >${count > 0 ? nothing : session.accepted ? html`${icon('check')}${saving.accepted}` : saving.noChanges}</span
      >
      ${
        preview.possible
          ? html`<button type="button" class="preview-toggle" aria-pressed=${preview.on} @click=${preview.toggle}>
              ${icon('conversation')} ${strings.preview.title}
            </button>`
          : nothing
      }
      <button type="button" class="icon" aria-label=${saving.undo} title=${saving.undo} aria-disabled=${draft.canUndo ? nothing : 'true'}
        @click=${act(() => draft.undo(), draft.canUndo)}>${icon('undo')}</button>
      <button type="button" class="icon" aria-label=${saving.redo} title=${saving.redo} aria-disabled=${draft.canRedo ? nothing : 'true'}
        @click=${act(() => draft.redo(), draft.canRedo)}>${icon('redo')}</button>
      <button type="button" class="icon" aria-label=${access.lock} title=${access.lock} @click=${lock}>${icon('lock')}</button>
      <button type="button" class="primary" @click=${save}
        aria-disabled=${count === 0 || busy || session.conflict ? 'true' : nothing}>
        ${busy ? saving.saving : saving.save}
      </button>
    </div>
  </div>`;
}

/** The list of changes lies over the form: it goes when a person turns to something else. */
export function closeChanges({ currentTarget, target }: Event): void {
  const list = (currentTarget as Element).querySelector<HTMLDetailsElement>('details.changes[open]');
  if (list && !list.contains(target as Node)) list.open = false;
}

function renderChanges(session: AdminSession, strings: AdminStrings): TemplateResult {
  const { saving } = strings;
  const { draft } = session;
  if (!draft) return html`${nothing}`;
  const revert = (event: Event, key?: string): void => {
    const bar = (event.currentTarget as Element).closest('.bar')!;
    if (key === undefined) draft.discard();
    else draft.revert(key);
    session.touched();
    // The list of changes goes with the last of them.
    requestAnimationFrame(() => bar.querySelector<HTMLElement>('summary, .primary')!.focus());
  };
  const close = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    const details = event.currentTarget as HTMLDetailsElement;
    details.open = false;
    details.querySelector('summary')?.focus();
  };
  return html`<details class="changes" @keydown=${close}>
    <summary>${saving.changes(draft.changes.length)}</summary>
    <div>
      ${draft.changes.map(change =>
        renderDifference(
          change,
          [saving.was, saving.now],
          strings,
          html`<button type="button" class="small" aria-label=${saving.revert(keyLabel(change.key, strings))}
            @click=${(event: Event) => revert(event, change.key)}>${icon('undo')} ${saving.undo}</button>`,
        ),
      )}
      ${draft.changes.length > 1 ? html`<button type="button" class="discard" @click=${(event: Event) => revert(event)}>${strings.json.discard}</button>` : nothing}
    </div>
  </details>`;
}
