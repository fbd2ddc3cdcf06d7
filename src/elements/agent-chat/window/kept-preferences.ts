const PREFIX = 'agent-chat:';

/** `local`: over visits. `session`: for this visit. */
export type Kept = 'local' | 'session';

const area = (where: Kept): Storage => (where === 'local' ? localStorage : sessionStorage);

/** Keeps a choice the visitor made on this device. Where storage is refused or full, it lasts for the page. */
export function keep(name: string, value: unknown, where: Kept = 'local'): void {
  try {
    area(where).setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage may be blocked or full; the choice then holds for this page alone.
  }
}

/** What was kept, or undefined when there is nothing or nothing readable. */
export function recall(name: string, where: Kept = 'local'): unknown {
  try {
    return JSON.parse(area(where).getItem(PREFIX + name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
