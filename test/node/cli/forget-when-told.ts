/** The `agent-chat` command, which begins when its parent says so: its start, of unknown length, is not what is killed. */
import { once } from 'node:events';
import { main } from '../../../src/cli/main.ts';
import '../../../src/service/service.ts';
import '../../../src/proxy/stores/sql-stores.ts';

process.send!('ready');
await once(process, 'message');
process.exitCode = await main(process.argv.slice(2));
process.disconnect();
