const PREFIX = 'agent-chat:';

/** `local`: over visits. `session`: for this visit. `page`: until the page is left. */
export type Kept = 'local' | 'session' | 'page';

/** What holds where nothing may be stored. */
const page = new Map<string, string>();

const area = (where: Kept): Storage => (where === 'local' ? localStorage : sessionStorage);

/** Keeps a choice the visitor made on this device; null takes it away. Where storage is refused or full, it lasts for the page. */
export function keep(name: string, value: unknown, where: Kept = 'local'): void {
  const text = JSON.stringify(value);
  try {
    if (where !== 'page') {
      area(where)[value === null ? 'removeItem' : 'setItem'](PREFIX + name, text);
      page.delete(name);
      return;
    }
  } catch {
    // Storage may be blocked or full; the choice then holds for this page alone.
  }
  page.set(name, text);
}

/** What was kept, or undefined when there is nothing or nothing readable. */
export function recall(name: string, where: Exclude<Kept, 'page'> = 'local'): unknown {
  let text: string | null | undefined;
  try {
    text = area(where).getItem(PREFIX + name);
  } catch {
    // Blocked: what was kept holds for this page.
  }
  try {
    return JSON.parse(text ?? page.get(name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
