import { html, nothing, type TemplateResult } from 'lit';
import type { AdminStrings } from '../../../locales/admin/strings.ts';
import { isListedModel, type ModelsReport } from '../../../protocol/models-state.ts';
import { icon } from '../icons.ts';
import type { Draft } from '../session/draft.ts';

export interface ModelStateOptions {
  draft: Draft;
  models: ModelsReport | undefined;
  /** Address of the page about connecting a model, if the server has it. */
  modelGuide: string | undefined;
  strings: AdminStrings;
  edit: (key: string, value: unknown) => void;
  commit: () => void;
}

/** Its name is the same in every language, because it is a file. */
const GUIDE = 'docs/models.md';

/** Whether a model answers, which one, and which there are: without one, some of the settings below have no effect. */
export function renderModel(options: ModelStateOptions): unknown {
  const { models, modelGuide, draft, strings } = options;
  if (!models) return nothing;
  const words = strings.model;
  const { model, available } = models;
  if (!model) {
    const page = modelGuide
      ? html`<a href=${modelGuide} target="_blank" rel="noopener">${words.guide}</a>`
      : html`${words.guide}${strings.form.colon}<code>${GUIDE}</code>`;
    return html`<p class="lead" id="model-state">${words.none}</p><p class="lead">${page}</p>`;
  }
  const saved = draft.saved.model.trim() || model.name;
  const chosen = draft.settings.model.trim() || model.name;
  const isUnlisted = chosen && available && !isListedModel(chosen, available);
  return html`<p class="lead" id="model-state">${saved ? words.connected(saved) : words.unnamed}</p>
    ${model.status && model.status !== 'ok' ? renderWarning(words[model.status]) : nothing}
    ${isUnlisted ? renderWarning(words.unlisted(chosen)) : nothing}
    ${available ? renderAvailable(available, options) : nothing}`;
}

function renderWarning(text: string): TemplateResult {
  return html`<p class="fault">${icon('alert')} <span dir="auto">${text}</span></p>`;
}

/** The models of the endpoint; a press chooses one. */
function renderAvailable(
  available: readonly string[],
  { draft, strings, edit, commit }: ModelStateOptions,
): TemplateResult {
  const current = draft.settings.model.trim();
  const choose = (name: string) => () => {
    commit();
    edit('model', name);
    commit();
  };
  return html`<details class="models">
    <summary>${strings.model.available(available.length)}</summary>
    <ul>
      ${available.map(
        name =>
          html`<li><button type="button" class="small" aria-pressed=${name === current} @click=${choose(name)}><bdi>${name}</bdi></button></li>`,
      )}
    </ul>
  </details>`;
}
