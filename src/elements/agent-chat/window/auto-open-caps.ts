import type { Persist } from '../../../client/index.ts';
import type { AutoOpen } from '../../../protocol/settings.ts';
import type { WindowOwner } from '../window-contract.ts';
import { keep, recall } from './kept-preferences.ts';
import { hasAgreed } from './stored-consent.ts';

const WEEK_MS = 7 * 24 * 3600 * 1000;

/** What this browser remembers of a chat that opened by itself. */
interface Remembered {
  /** When it did, milliseconds since 1970, of the last seven days. */
  times: number[];
  /** The visitor closed it: never again. */
  closed: boolean;
}

/** The name of how often in this visit, for every chat of the page. */
const SESSION = 'auto-session';

export function mayOpenByItself(owner: WindowOwner, caps: AutoOpen): boolean {
  if (isPreview(owner)) return true;
  const { times, closed } = read(owner);
  return (
    !closed &&
    times.length < caps.perWeek &&
    timesThisVisit() < caps.perSession &&
    (!caps.returning || times.length > 0 || hasConversation(owner))
  );
}

export function noteOpened(owner: WindowOwner): void {
  if (isPreview(owner)) return;
  const record = read(owner);
  keep(name(owner), { ...record, times: [...record.times, Date.now()] }, whereFor(owner, 'local'));
  keep(SESSION, timesThisVisit() + 1, whereFor(owner, 'session'));
}

export function noteClosed(owner: WindowOwner): void {
  if (!isPreview(owner)) keep(name(owner), { ...read(owner), closed: true }, whereFor(owner, 'local'));
}

/** The panel's: its owner looks again and again, and is no visitor. */
function isPreview({ dataset }: WindowOwner): boolean {
  return 'preview' in dataset;
}

/** Before the visitor has agreed, nothing is stored. */
function whereFor(owner: WindowOwner, where: Persist): Persist {
  return hasAgreed(owner) ? where : 'memory';
}

function read(owner: WindowOwner): Remembered {
  const kept = Object(recall(name(owner))) as Partial<Remembered>;
  const times = Array.isArray(kept.times) ? kept.times : [];
  return { times: times.filter(time => time > Date.now() - WEEK_MS), closed: kept.closed === true };
}

function timesThisVisit(): number {
  const times = recall(SESSION, 'session');
  return typeof times === 'number' ? times : 0;
}

function hasConversation(owner: WindowOwner): boolean {
  return (
    recall(`${encodeURIComponent(owner.agentId)}:${encodeURIComponent(owner.userId || '')}:index`) !==
    undefined
  );
}

function name(owner: WindowOwner): string {
  return `auto:${owner.agentId}`;
}
