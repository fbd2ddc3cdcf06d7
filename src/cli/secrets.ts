import { randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { takeFromOthers } from '../databases/private-file.ts';
import { makePrivateFolder } from '../databases/private-folder.ts';
import { isTree } from '../protocol/settings.ts';
import { UsageError, type Variables } from './variables.ts';

const FILE = 'secrets.json';

/** Secrets the first start makes up where none are given. */
const NAMES = ['AGENT_API_KEY', 'ADMIN_TOKEN', 'SESSION_SECRET', 'IDENTITY_SECRET'] as const;
type SecretName = (typeof NAMES)[number];
type Secrets = Record<SecretName, string>;

export interface KeptSecrets {
  secrets: Secrets;
  /** Those made in this call. They are told to the owner now or never. */
  made: readonly SecretName[];
  file: string;
}

/**
 * Reads the secrets of a data folder and makes the missing ones, in a file only this user can read. One that is
 * given by the environment is used as it is and never written down.
 * @throws UsageError when the folder cannot be used
 */
export function keepSecrets(dataDir: string, given: Variables): KeptSecrets {
  const file = join(dataDir, FILE);
  try {
    makePrivateFolder(dataDir);
    // Put back from a backup, it may have become everybody's to read.
    takeFromOthers(file);
    const found = readKept(file);
    const kept = { ...found };
    const made = NAMES.filter(name => !given[name] && !kept[name]);
    for (const name of made) kept[name] = fresh(name);
    const text = `${JSON.stringify(kept, null, 2)}\n`;
    // Another start at the same moment was faster, and may have said its token already.
    if (made.length > 0 && !writeWhole(file, text, found === undefined)) return keepSecrets(dataDir, given);
    const secrets = Object.fromEntries(NAMES.map(name => [name, given[name] ?? kept[name]])) as Secrets;
    return { secrets, made, file };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`DATA_DIR: ${dataDir} cannot be read and written (${code ?? 'unreadable'}).`);
  }
}

/**
 * A start that is ended, or finds no room, leaves the secrets that were there: without them no token is known again.
 * False for a file that was to be new and is there meanwhile.
 */
function writeWhole(file: string, text: string, isNew: boolean): boolean {
  const part = `${file}.${randomUUID()}.part`;
  try {
    const written = openSync(part, 'wx', 0o600);
    try {
      writeFileSync(written, text);
      fsyncSync(written);
    } finally {
      closeSync(written);
    }
    if (!isNew || !link(part, file)) renameSync(part, file);
    return true;
  } catch (error) {
    if (isNew && (error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(part, { force: true });
  }
}

/** Unlike a rename, replaces no file that is there: that is thrown. False where the file system knows no links. */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    return false;
  }
}

function readKept(file: string): Partial<Secrets> | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    // Windows' editors begin a file with a mark.
    const kept: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (isKept(kept)) return kept;
  } catch {}
  throw new UsageError(`${file} holds no readable secrets. Restore it, or remove it to make new ones.`);
}

function isKept(kept: unknown): kept is Partial<Secrets> {
  return isTree(kept) && NAMES.every(name => ['string', 'undefined'].includes(typeof kept[name]));
}

function fresh(name: SecretName): string {
  const prefix = name === 'AGENT_API_KEY' ? 'ac_' : '';
  return prefix + randomBytes(32).toString('base64url');
}
