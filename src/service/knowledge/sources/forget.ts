import { resolve } from 'node:path';
import { invalidField } from '../../../protocol/errors.ts';
import type { PassageStore } from '../index/passage-store.ts';
import { isInside, pathInFolder } from './folder-paths.ts';

/**
 * Takes out of an agent's knowledge what was read from a folder, a file or a sitemap, be it still there or not.
 * @returns how many documents that were
 * @throws ProtocolError `invalid_request` when nothing was; it says what the agent's documents were read from
 */
export async function forget(store: PassageStore, agentId: string, source: string): Promise<number> {
  const sources = await store.sources(agentId);
  const path = /^[a-z][a-z0-9+.-]*:\/\//i.test(source) ? URL.parse(source)?.href : resolve(source);
  const forgotten: number[] = [];
  for (const known of sources) {
    for (const [document, { id }] of await store.documents(agentId, known)) {
      const isMeant =
        known === path || (path && (isInside(known, path) || pathInFolder(known, path) === document));
      if (isMeant) forgotten.push(id);
    }
  }
  await store.remove(forgotten);
  if (forgotten.length > 0) return forgotten.length;
  const known = sources.map(each => `\n  ${each}`).join('');
  throw invalidField(
    'source',
    `Nothing is known from ${source}${known === '' ? '.' : `, but from:${known}`}`,
  );
}
