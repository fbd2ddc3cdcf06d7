const PREFIX = 'agent-chat:';

/** Keeps a choice the visitor made on this device. Where storage is refused or full, it lasts for the page. */
export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage may be blocked or full; the choice then holds for this page alone.
  }
}

/** What was kept, or undefined when there is nothing or nothing readable. */
export function recall(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
