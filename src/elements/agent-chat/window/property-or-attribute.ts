import type { WindowOwner } from '../window-contract.ts';

/** What the page wants of the window: its property, else its attribute. Neither is observed. */
export function propertyOrAttribute(
  owner: WindowOwner,
  property: 'persist' | 'timeToLive' | 'imageHosts',
  attribute: string = property,
): string | undefined {
  return owner[property]?.toString() ?? owner.getAttribute(attribute) ?? undefined;
}
