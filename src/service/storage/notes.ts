import type { Database } from './tables.ts';

/** A value that is kept from one start to the next. */
export async function readNote(database: Database, key: string): Promise<string | undefined> {
  const row = await database.selectFrom('notes').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value;
}

/** Writes a value unless there is one. @returns the value that is there now */
export async function claimNote(database: Database, key: string, value: string): Promise<string> {
  await database
    .insertInto('notes')
    .values({ key, value })
    .onConflict(conflict => conflict.column('key').doNothing())
    .execute();
  return (await readNote(database, key)) ?? value;
}

/** Writes a value over the one that is there. */
export async function writeNote(database: Database, key: string, value: string): Promise<void> {
  await database
    .insertInto('notes')
    .values({ key, value })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
