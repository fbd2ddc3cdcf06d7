import type { ConversationState } from '../../client/index.ts';
import type { PublicSettings } from '../../protocol/settings.ts';

export type LeadForm = NonNullable<PublicSettings['leadForm']>;

/** What is known of this visitor and the form. */
export interface LeadMemory {
  /** A contact was left, in this visit or an earlier one. */
  given: boolean;
  /** The visitor would rather not, in this visit. */
  skipped: boolean;
  /** The visitor asked for the form himself. */
  requested: boolean;
}

/**
 * Whether the form is to be shown now: `gate` in the place of the composer, `card` beside it.
 * Undefined once a contact was left or the form was skipped, unless the visitor asks for it.
 */
export function leadFormPlacement(
  form: LeadForm | null,
  { messages, turn }: ConversationState,
  memory: LeadMemory,
): 'gate' | 'card' | undefined {
  if (!form || !(form.name.enabled || form.email.enabled || form.phone.enabled)) return undefined;
  if (memory.requested) return 'card';
  if (memory.given || memory.skipped || form.when === 'on-request') return undefined;
  if (form.when === 'before') return messages.length === 0 && !turn ? 'gate' : undefined;
  const answered = messages.some(message => message.role === 'assistant');
  if (!answered || turn) return undefined;
  return form.required ? 'gate' : 'card';
}
