import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where a secret shows up although it must not: as it is, encoded, reversed, or by its first or last characters. */
export function findLeaks(secret: string, places: ReadonlyMap<string, string>): string[] {
  const body = secret.replace(/^[a-z]+-canary-/, '');
  const forms = new Map([
    ['as it is', secret],
    ['its body', body],
    ['base64', Buffer.from(secret).toString('base64').replace(/=+$/, '')],
    ['base64url', Buffer.from(secret).toString('base64url')],
    ['reversed', [...secret].reverse().join('')],
    ['its first characters', body.slice(0, 8)],
    ['its last characters', body.slice(-8)],
  ]);
  const leaks: string[] = [];
  for (const [place, content] of places) {
    for (const [form, text] of forms) if (content.includes(text)) leaks.push(`${place}: ${form}`);
  }
  return leaks;
}

/** All files below a folder, byte for byte, by where they lie. */
export function filesBelow(folder: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files.set(path, readFileSync(path, 'latin1'));
  }
  return files;
}
