import {
  AgentClient,
  ClientTools,
  Conversation,
  fetchPublicSettings,
  isCitationPart,
  type Lead,
  type Part,
  type Persist,
  type TranscriptWords,
  textOf,
  transcriptMarkdown,
  type WebStorage,
} from 'agent-chat/client';

const endpoint = '/chat';
const conversation = new Conversation({ client: new AgentClient({ endpoint, agentId: 'id' }) });
// Nothing else is offered: what happens inside is nobody's to call.
type State =
  | 'client'
  | 'state'
  | 'draft'
  | 'busy'
  | 'leadGiven'
  | 'earlier'
  | 'inView'
  | 'offeredTools'
  | 'subscribe';
type Asking =
  | 'send'
  | 'editLast'
  | 'retry'
  | 'stop'
  | 'unsend'
  | 'takeBack'
  | 'showVersion'
  | 'rate'
  | 'submitLead';
type Other =
  | 'reportTool'
  | 'sendToolResults'
  | 'markRead'
  | 'read'
  | 'open'
  | 'forget'
  | 'startNew'
  | 'restore'
  | 'logout';
type Speaking = 'streamReply' | 'stopReply' | 'sendFeedback' | 'sendLead';
type Visitor = 'endpoint' | 'agentId' | 'userId' | 'visitorToken' | 'onVisitorToken' | 'forgetVisitor';
type Offered =
  | Exclude<keyof Conversation, State | Asking | Other | 'suspend' | 'resume'>
  | Exclude<keyof AgentClient, Speaking | Visitor>;
declare const offered: Offered[];
console.log(offered satisfies never[]);
conversation.subscribe(action => console.log(action.type, conversation.state.turn?.status));
await conversation.send('Hello');
const settings = await fetchPublicSettings({ endpoint, agentId: 'id' });
console.log(settings.name, settings.styles.theme);

// What an answer says, without a cast.
const answer: readonly Part[] = conversation.state.messages.at(-1)?.parts ?? [];
const said: string[] = [textOf(answer), ...answer.filter(isCitationPart).map(source => source.title)];
const words: TranscriptWords = {
  title: 'Chat',
  you: 'You',
  agent: 'Agent',
  sources: count => `${count} sources`,
  incomplete: { stopped: 'Stopped', interrupted: 'Interrupted', failed: 'Failed' },
  locale: 'en',
};
said.push(transcriptMarkdown(conversation.state, words));

// What a program may or may not have to say.
declare const perhaps: string | undefined;
declare const seconds: number | undefined;
declare const signal: AbortSignal | undefined;
declare const persist: Persist | undefined;
declare const storage: WebStorage | undefined;
const client = new AgentClient({
  endpoint,
  agentId: 'id',
  userId: perhaps,
  userHash: perhaps,
  botToken: perhaps,
  idleTimeout: seconds,
  firstByteTimeout: seconds,
  fetch: undefined,
});
const other = new Conversation({ client, persist, storage, timeToLive: seconds });
const lead: Lead = { name: perhaps, email: perhaps, phonenumber: perhaps };
await other.submitLead(lead);
other.restore({
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }], id: perhaps, createdAt: seconds }],
  conversationId: perhaps,
});
await fetchPublicSettings({ endpoint, agentId: 'id', token: perhaps, signal, fetch: undefined });
new ClientTools(other, { allows: undefined }).register('cart', {
  description: 'Read the cart',
  confirm: undefined,
  run: input => input,
});
