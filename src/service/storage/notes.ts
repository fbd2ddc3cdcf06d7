import type { Database } from './tables.ts';

/** A value that outlives a restart. */
export async function readNote(database: Database, key: string): Promise<string | undefined> {
  const row = await database.selectFrom('notes').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value;
}

/** Writes a value unless one exists. @returns the stored value */
export async function claimNote(database: Database, key: string, value: string): Promise<string> {
  await database
    .insertInto('notes')
    .values({ key, value })
    .onConflict(conflict => conflict.column('key').doNothing())
    .execute();
  return (await readNote(database, key)) ?? value;
}

/** Writes a value, replacing an existing one. */
export async function writeNote(database: Database, key: string, value: string): Promise<void> {
  await database
    .insertInto('notes')
    .values({ key, value })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
