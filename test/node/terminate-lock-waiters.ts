import type pg from 'pg';
import { until } from './until.ts';

const WAITING = `from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;

/** Ends the connections that wait for a lock, as soon as there are some. `operator` may hold the lock. */
export async function terminateLockWaiters(operator: pg.Client): Promise<void> {
  await until(async () => {
    // Within a transaction the activity is a snapshot of the first look.
    await operator.query('select pg_stat_clear_snapshot()');
    return (await operator.query(`select 1 ${WAITING}`)).rowCount !== 0;
  }, 'a connection that waits for a lock');
  await operator.query(`select pg_terminate_backend(pid) ${WAITING}`);
}
