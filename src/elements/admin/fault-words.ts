import type { AdminStrings } from '../../locales/admin/strings.ts';
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

function what({ code, message }: Pick<AdminFault, 'code' | 'message'>, { errors }: AdminStrings): string {
  switch (code) {
    case 'invalid_request':
      return errors.invalid_request(message);
    case 'offline':
    case 'timeout':
      return errors.offline;
    case 'upstream_unavailable':
    case 'rate_limited':
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

/** What stands at the field for the token: once somebody was in, that it is refused now, and what waits behind it. */
export function unlockFault(
  session: AdminSession,
  fault: string | undefined,
  strings: AdminStrings,
): string | undefined {
  if (session.status === 'loading') return undefined;
  const refused = session.refused && (session.fault?.code ?? 'unauthorized') === 'unauthorized';
  if (!refused || !session.draft) return fault;
  return session.draft.changes.length > 0 ? strings.access.refused : strings.errors.unauthorized;
}
