/** The `agent-chat` command, run when its parent sends a message, so that a kill never hits its start, whose length varies. */
import { once } from 'node:events';
import { main } from '../../../src/cli/main.ts';
import '../../../src/service/service.ts';
import '../../../src/proxy/stores/sql-stores.ts';

process.send!('ready');
await once(process, 'message');
process.exitCode = await main(process.argv.slice(2));
process.disconnect();
