import type { Persist } from '../../../client/index.ts';
import type { AutoOpen } from '../../../protocol/settings.ts';
import type { WidgetHost } from '../widget-host.ts';
import { hasConsent, recallPreference, storePreference } from '../window/stored-preferences.ts';

const WEEK_MS = 7 * 24 * 3600 * 1000;

/** What this browser remembers of a widget that opened automatically. */
interface History {
  /** When it did in the last seven days, in milliseconds since 1970. */
  times: number[];
  /** The visitor closed it: it never opens automatically again. */
  closed: boolean;
}

/** The stored number of automatic openings in this visit, of all widgets of the site. */
const SESSION_KEY = 'auto-session';

export function mayOpenAutomatically(host: WidgetHost, limits: AutoOpen): boolean {
  if (isPreview(host)) return true;
  const { times, closed } = readHistory(host);
  return (
    !closed &&
    times.length < limits.perWeek &&
    timesThisVisit() < limits.perSession &&
    (!limits.returning || times.length > 0 || hasConversation(host))
  );
}

export function recordOpened(host: WidgetHost): void {
  if (isPreview(host)) return;
  const history = readHistory(host);
  storePreference(
    historyKey(host),
    { ...history, times: [...history.times, Date.now()] },
    allowedArea(host, 'local'),
  );
  storePreference(SESSION_KEY, timesThisVisit() + 1, allowedArea(host, 'session'));
}

export function recordClosed(host: WidgetHost): void {
  if (!isPreview(host))
    storePreference(historyKey(host), { ...readHistory(host), closed: true }, allowedArea(host, 'local'));
}

/** The preview of the admin panel has no limits: the site owner is not a visitor. */
function isPreview({ dataset }: WidgetHost): boolean {
  return 'preview' in dataset;
}

/** Before the visitor has agreed, nothing is stored. */
function allowedArea(host: WidgetHost, area: Persist): Persist {
  return hasConsent(host) ? area : 'memory';
}

function readHistory(host: WidgetHost): History {
  const stored = Object(recallPreference(historyKey(host))) as Partial<History>;
  const times = Array.isArray(stored.times) ? stored.times : [];
  return { times: times.filter(time => time > Date.now() - WEEK_MS), closed: stored.closed === true };
}

function timesThisVisit(): number {
  const times = recallPreference(SESSION_KEY, 'session');
  return typeof times === 'number' ? times : 0;
}

function hasConversation({ agentId, userId }: WidgetHost): boolean {
  const key = `${encodeURIComponent(agentId)}:${encodeURIComponent(userId || '')}:index`;
  return recallPreference(key) !== undefined;
}

function historyKey(host: WidgetHost): string {
  return `auto:${host.agentId}`;
}
