// A whole chat in a terminal: node docs/examples/terminal-client.js http://localhost:8787 <agent id>
import { createInterface } from 'node:readline/promises';
import { AgentClient, Conversation, secondsLeft } from 'agent-chat/client';

const [endpoint = 'http://localhost:8787', agentId = ''] = process.argv.slice(2);
const conversation = new Conversation({ client: new AgentClient({ endpoint, agentId }) });
const terminal = createInterface({ input: process.stdin, output: process.stdout, prompt: '> ' });

let shown = 0;
conversation.subscribe(action => {
  const { turn, messages } = conversation.state;
  if (action.type === 'send' || action.type === 'restart') shown = 0;
  if (turn?.status === 'waiting') console.log(`(waiting ${secondsLeft(turn)} s: ${turn.waitReason})`);
  if (action.type === 'lost') console.log('\n(connection lost, joining the answer again)');
  if (turn?.error) console.log(`\n(failed: ${turn.error.code}; an empty line tries again)`);
  process.stdout.write(turn?.replyText.slice(shown) ?? '');
  shown = turn?.replyText.length ?? 0;
  if (action.type !== 'done') return;
  console.log();
  for (const part of messages.at(-1)?.parts ?? []) {
    if (part.type === 'citation') console.log(`  [${part.title}] ${part.url ?? ''}`);
  }
});

terminal.on('SIGINT', () => (conversation.state.turn ? conversation.stop() : terminal.close()));
terminal.prompt();
for await (const line of terminal) {
  await (line.trim() === '' ? conversation.retry() : conversation.send(line)).catch(console.error);
  if (!process.stdin.readableEnded) terminal.prompt();
}
