import type { ClientError } from './client-error.ts';
import { OFFLINE, pause } from './pause.ts';
import type { ReplyClient } from './reply-client.ts';

/** So often a proxy that can't be reached is told: for about as long as a reply may run there. */
const TRIES = 20;

/**
 * Tells the proxy that the visitor has stopped a reply, without a network as soon as there is one: until it is heard
 * there, the reply goes on at its owner's cost. Never rejects.
 */
export async function tellStop(client: ReplyClient, idempotencyKey: string, tries = TRIES): Promise<void> {
  try {
    await client.stopReply(idempotencyKey);
  } catch (error) {
    if ((error as Partial<ClientError>).status || tries < 2) return;
    await pause(OFFLINE, undefined, true);
    // Who has logged out meanwhile is nobody here any more.
    if (client.visitorToken) await tellStop(client, idempotencyKey, tries - 1);
  }
}
