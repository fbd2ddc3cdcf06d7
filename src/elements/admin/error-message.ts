import type { AdminStrings } from '../../locales/admin/strings.ts';
import { type AdminFault, type AdminSession, readRefusedSetting } from './session/session.ts';
import { keyLabel } from './settings/setting-text.ts';

/** Explains an error in the panel's language. Quotes the server only where it names a field. */
export function errorMessage(
  fault: Pick<AdminFault, 'code' | 'message'> & Partial<Pick<AdminFault, 'retryAfter'>>,
  strings: AdminStrings,
): string {
  const { errors } = strings;
  const wait = fault.retryAfter ? ` ${errors.again(fault.retryAfter)}` : '';
  return reason(fault, strings) + wait;
}

function reason({ code, message }: Pick<AdminFault, 'code' | 'message'>, strings: AdminStrings): string {
  const { errors } = strings;
  switch (code) {
    case 'invalid_request':
      return errors.invalid_request(refusal(message, strings));
    case 'offline':
    case 'timeout':
      return errors.offline;
    case 'upstream_unavailable':
    case 'rate_limited':
    case 'credits_exhausted':
    case 'unauthorized':
    case 'not_found':
    case 'payload_too_large':
    case 'unreadable':
      return errors[code];
    case 'forbidden':
    case 'origin_not_allowed':
      return errors.forbidden;
    default:
      return errors.otherwise;
  }
}

/** The server's message as a sentence, with the label of the field in place of its key. */
function refusal(message: string, strings: AdminStrings): string {
  const named = readRefusedSetting(message);
  const text = named ? keyLabel(named.key, strings) + strings.form.colon + named.rule : message;
  return /\p{P}$/u.test(text) ? text : `${text}.`;
}

/** The error at the token field. Says that unsaved changes are kept if the token was accepted before. */
export function unlockError(
  session: AdminSession,
  fault: string | undefined,
  strings: AdminStrings,
): string | undefined {
  if (session.status === 'loading') return undefined;
  // Locked by the owner: a request on its way is refused, though nobody entered a wrong token.
  if (!session.unlocked && !session.fault) return undefined;
  const refused = session.refused && (session.fault?.code ?? 'unauthorized') === 'unauthorized';
  if (!refused || !session.draft) return fault;
  return session.draft.changes.length > 0 ? strings.access.refused : strings.errors.unauthorized;
}
