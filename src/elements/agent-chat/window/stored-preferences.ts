import { openArea, type Persist } from '../../../client/storage/storage-area.ts';
import { stringify } from '../../../protocol/json.ts';
import type { WidgetHost } from '../widget-host.ts';

const PREFIX = 'agent-chat:';

/** Values for `memory`, and for a browser that refuses storage. */
const memory = new Map<string, string>();

/** Stores a value on this device, as JSON; undefined removes it. If storage is refused or full, it lasts for the page. */
export function storePreference(name: string, value: unknown, area: Persist = 'local'): void {
  openArea(area, memory).set(PREFIX + name, stringify(value));
}

/** The stored value; undefined if there is none, or none that can be parsed. */
export function recallPreference(name: string, area: Persist = 'local'): unknown {
  try {
    return JSON.parse(openArea(area, memory).get(PREFIX + name)!);
  } catch {
    return undefined;
  }
}

/** Whether the widget may store and send anything: not before the visitor agrees, if the site asks for consent. */
export function hasConsent(host: WidgetHost): boolean {
  return host.consent !== 'required' || recallPreference(consentKey(host)) === true;
}

export function consentKey(host: WidgetHost): string {
  return `consent:${host.agentId}`;
}
