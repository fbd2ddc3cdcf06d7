import { openArea, type Persist } from '../../../client/storage/storage-area.ts';

const PREFIX = 'agent-chat:';

/** What holds where nothing may be stored. */
const memory = new Map<string, string>();

/**
 * Keeps a choice the visitor made on this device; undefined takes it away. Where storage is refused or full, it lasts
 * for the page.
 */
export function keep(name: string, value: unknown, where: Persist = 'local'): void {
  openArea(where, memory).set(PREFIX + name, JSON.stringify(value));
}

/** What was kept, or undefined when there is nothing or nothing readable. */
export function recall(name: string, where: Persist = 'local'): unknown {
  try {
    return JSON.parse(openArea(where, memory).get(PREFIX + name)!);
  } catch {
    return undefined;
  }
}
