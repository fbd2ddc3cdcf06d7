const PREFIX = 'agent-chat:';

/** `local`: over visits. `session`: for this visit. `page`: until the page is left. */
export type Kept = 'local' | 'session' | 'page';

/** What holds where nothing may be stored. */
const memory = new Map<string, string>();
const page = {
  getItem: (name: string) => memory.get(name) ?? null,
  setItem: (name: string, value: string) => void memory.set(name, value),
};

const area = (where: Kept): Pick<Storage, 'getItem' | 'setItem'> =>
  where === 'page' ? page : where === 'local' ? localStorage : sessionStorage;

/** Keeps a choice the visitor made on this device. Where storage is refused or full, it lasts for the page. */
export function keep(name: string, value: unknown, where: Kept = 'local'): void {
  try {
    area(where).setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage may be blocked or full; the choice then holds for this page alone.
    if (where !== 'page') keep(name, value, 'page');
  }
}

/** What was kept, or undefined when there is nothing or nothing readable. */
export function recall(name: string, where: Kept = 'local'): unknown {
  try {
    return (
      JSON.parse(area(where).getItem(PREFIX + name) ?? page.getItem(PREFIX + name) ?? 'null') ?? undefined
    );
  } catch {
    return where === 'page' ? undefined : recall(name, 'page');
  }
}
