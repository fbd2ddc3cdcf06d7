import type { AdminStrings } from '../../locales/admin/strings.ts';
import { keyLabel } from './fields/value-text.ts';
import { readRefusedSetting } from './refused-setting.ts';
import type { AdminFault, AdminSession } from './session.ts';

/** What went wrong and what to do, in the reader's language; the server's words only where they name a field. */
export function faultWords(
  fault: Pick<AdminFault, 'code' | 'message'> & Partial<Pick<AdminFault, 'retryAfter'>>,
  strings: AdminStrings,
): string {
  const { errors } = strings;
  const wait = fault.retryAfter ? ` ${errors.again(fault.retryAfter)}` : '';
  return what(fault, strings) + wait;
}

function what({ code, message }: Pick<AdminFault, 'code' | 'message'>, strings: AdminStrings): string {
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

/** The server's words, a sentence that another follows, with the field named as it is in the form. */
function refusal(message: string, strings: AdminStrings): string {
  const named = readRefusedSetting(message);
  const text = named ? keyLabel(named.key, strings) + strings.form.colon + named.rule : message;
  return /\p{P}$/u.test(text) ? text : `${text}.`;
}

/** What stands at the field for the token: once somebody was in, that it is refused now, and what waits behind it. */
export function unlockFault(
  session: AdminSession,
  fault: string | undefined,
  strings: AdminStrings,
): string | undefined {
  if (session.status === 'loading') return undefined;
  // Locked by its owner: what was still being sent is refused, and no token of theirs was.
  if (!session.unlocked && !session.fault) return undefined;
  const refused = session.refused && (session.fault?.code ?? 'unauthorized') === 'unauthorized';
  if (!refused || !session.draft) return fault;
  return session.draft.changes.length > 0 ? strings.access.refused : strings.errors.unauthorized;
}
