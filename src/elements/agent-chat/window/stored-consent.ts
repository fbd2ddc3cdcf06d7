import type { WindowOwner } from '../window-contract.ts';
import { recall } from './kept-preferences.ts';

/** Whether something may be kept on this device: where the site asks for consent, not before it is given. */
export function hasAgreed(owner: WindowOwner): boolean {
  return owner.consent !== 'required' || recall(consentName(owner)) === true;
}

export function consentName(owner: WindowOwner): string {
  return `consent:${owner.agentId}`;
}
