import type { TemplateResult } from 'lit';
import { countCharacters } from '../../../protocol/text.ts';
import { renderChoice, renderSwitch } from './choice-field.ts';
import { renderColour } from './colour-field.ts';
import { type FieldOptions, renderField } from './field.ts';
import { renderList } from './list-field.ts';
import { renderNumber, renderOptionalNumber } from './number-field.ts';
import { renderFont, renderLongText, renderText } from './text-field.ts';
import { valueText } from './value-text.ts';

/** Draws a row of the settings table: one renderer a kind, nothing for a single row. */
export function renderRow(options: FieldOptions): TemplateResult {
  const { row, value, strings } = options;
  const { form } = strings;
  const fromTheme = row.default === '' && (row.kind === 'colour' || row.kind === 'font');
  const usual = form.defaultIs(fromTheme ? form.fromTheme : valueText(row.default, strings, row));
  const limits = (...parts: readonly string[]): string => [...parts, usual].join(' · ');
  switch (row.kind) {
    case 'text':
    case 'long-text': {
      const draw = row.kind === 'text' ? renderText : renderLongText;
      return renderField(
        options,
        draw,
        limits(form.characters(countCharacters(String(value)), row.max)),
        false,
      );
    }
    case 'font':
      return renderField(options, renderFont, limits(form.atMost(row.max)), false);
    case 'colour':
      return renderField(options, field => renderColour(row, field), limits(form.atMost(row.max)), false);
    case 'choice':
      return renderField(options, field => renderChoice(row, field), usual, true);
    case 'boolean':
      return renderField(options, renderSwitch, usual, false);
    case 'number':
    case 'integer': {
      return renderField(
        options,
        field => renderNumber(row, field),
        limits(form.range(row.min, row.max)),
        false,
      );
    }
    case 'optional-number': {
      const limit = limits(form.range(row.min, row.max));
      return renderField(options, field => renderOptionalNumber(row, field), limit, value === null);
    }
    case 'list':
    case 'domains':
      return renderField(
        options,
        field => renderList(row, field),
        limits(form.entries((value as readonly string[]).length, row.maxItems), form.each(row.max)),
        true,
      );
  }
}
