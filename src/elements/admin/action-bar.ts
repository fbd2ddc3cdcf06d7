import { html, nothing, type TemplateResult } from 'lit';
import type { AdminStrings } from '../../locales/admin/strings.ts';
import { renderDifference } from './difference-view.ts';
import { icon } from './icons.ts';
import type { AdminSession } from './session/session.ts';
import { keyLabel } from './settings/setting-text.ts';

export interface ActionBarOptions {
  session: AdminSession;
  /** Hides the agent's name, the changes and the buttons. */
  locked: boolean;
  strings: AdminStrings;
  /** Shows the preview instead of the form. */
  preview: { isAvailable: boolean; isShown: boolean; toggle: () => void };
  /** Whether the open tab has a preview. On the others the button only keeps its place, so that no tab moves. */
  isPreviewed: boolean;
  save: () => void;
  lock: () => void;
}

/**
 * The agent's name, the number of unsaved changes, and undo, redo, lock and save. Uses `aria-disabled`, because a
 * disabled button would lose the focus.
 */
export function renderActionBar({
  session,
  locked,
  strings,
  preview,
  isPreviewed,
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
    session.changed();
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
        preview.isAvailable
          ? html`<button type="button" class="preview-toggle" ?data-unused=${!isPreviewed} aria-pressed=${preview.isShown} @click=${preview.toggle}>
              ${icon('greeting')} <span>${strings.preview.title}</span>
            </button>`
          : nothing
      }
      <button type="button" class="icon more" aria-label=${strings.moreOptions} aria-expanded="false" aria-controls="more"
        @click=${toggleMenu} @keydown=${closeMenuOnEscape}>${icon('more')}</button>
      <div class="menu" id="more" @keydown=${closeMenuOnEscape}>
        <button type="button" class="icon" data-mirrored aria-label=${saving.undo} title=${saving.undo} aria-disabled=${draft.canUndo ? nothing : 'true'}
          @click=${act(() => draft.undo(), draft.canUndo)}>${icon('undo')}</button>
        <button type="button" class="icon" data-mirrored aria-label=${saving.redo} title=${saving.redo} aria-disabled=${draft.canRedo ? nothing : 'true'}
          @click=${act(() => draft.redo(), draft.canRedo)}>${icon('redo')}</button>
        <button type="button" class="icon" aria-label=${access.lock} title=${access.lock} @click=${lock}>${icon('lock')}</button>
      </div>
      <button type="button" class="primary" @click=${save}
        aria-disabled=${count === 0 || busy || session.conflict ? 'true' : nothing}>
        ${busy ? saving.saving : saving.save}
      </button>
    </div>
  </div>`;
}

/** Closes the list of changes and the menu, which cover the form, when something outside them is pressed or focused. */
export function closeOverlays({ currentTarget, target }: Event): void {
  const panel = currentTarget as Element;
  const list = panel.querySelector<HTMLDetailsElement>('details.changes[open]');
  if (list && !list.contains(target as Node)) list.open = false;
  const more = panel.querySelector('.more[aria-expanded=true]');
  if (more && !(target as Element).closest('.more, .menu')) more.ariaExpanded = 'false';
}

/** On a phone the buttons of the menu show only while the button before it is expanded. */
function toggleMenu({ currentTarget }: Event): void {
  const more = currentTarget as HTMLElement;
  more.ariaExpanded = more.ariaExpanded === 'true' ? 'false' : 'true';
}

function closeMenuOnEscape({ key, currentTarget }: KeyboardEvent): void {
  const more = (currentTarget as Element).parentElement!.querySelector<HTMLElement>('.more')!;
  if (key !== 'Escape' || more.ariaExpanded !== 'true') return;
  more.ariaExpanded = 'false';
  more.focus();
}

function renderChanges(session: AdminSession, strings: AdminStrings): TemplateResult {
  const { saving } = strings;
  const { draft } = session;
  if (!draft) return html`${nothing}`;
  const revert = (event: Event, key?: string): void => {
    const bar = (event.currentTarget as Element).closest('.bar')!;
    if (key === undefined) draft.discard();
    else draft.revert(key);
    session.changed();
    // The list disappears with its last change, and the focus with it.
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

/** Ctrl+S or Cmd+S, also with Caps Lock. */
export function isSaveKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 's' && (ctrlKey || metaKey) && !shiftKey && !altKey;
}
