import type { TemplateResult } from 'lit';
import { countCharacters } from '../../../protocol/text.ts';
import { renderChoice, renderSwitch } from './choice-field.ts';
import { renderColour } from './colour-field.ts';
import { type FieldOptions, renderField } from './field.ts';
import { renderList } from './list-field.ts';
import { renderNumber, renderOptionalNumber } from './number-field.ts';
import { renderFont, renderLongText, renderText } from './text-field.ts';
import { valueText } from './value-text.ts';

/** Draws a row of the settings table: one renderer a kind, nothing for a single row. Says no limit that a field shows itself. */
export function renderRow(options: FieldOptions): TemplateResult {
  const { row, value, strings } = options;
  const { form } = strings;
  const withDefault = (limit: string): string =>
    row.default === '' ? limit : `${limit} · ${form.defaultIs(valueText(row.default, strings))}`;
  switch (row.kind) {
    case 'text':
    case 'long-text': {
      const draw = row.kind === 'text' ? renderText : renderLongText;
      return renderField(
        options,
        draw,
        withDefault(form.characters(countCharacters(String(value)), row.max)),
        false,
      );
    }
    case 'font':
      return renderField(options, renderFont, '', false);
    case 'colour':
      return renderField(options, field => renderColour(row, field), '', false);
    case 'choice':
      return renderField(options, field => renderChoice(row, field), '', true);
    case 'boolean':
      return renderField(options, renderSwitch, '', false);
    case 'number':
    case 'integer': {
      return renderField(
        options,
        field => renderNumber(row, field),
        withDefault(form.range(row.min, row.max)),
        false,
      );
    }
    case 'optional-number': {
      const limit = form.range(row.min, row.max);
      return renderField(options, field => renderOptionalNumber(row, field), limit, value === null);
    }
    case 'list':
    case 'domains':
      return renderField(
        options,
        field => renderList(row, field),
        `${form.entries((value as readonly string[]).length, row.maxItems)} · ${form.each(row.max)}`,
        true,
      );
  }
}
