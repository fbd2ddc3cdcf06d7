import type { ToolCallState } from '../../protocol/message.ts';
import type { EarlierConversation } from '../storage/history.ts';
import type { AgentClient } from '../transport/agent-client.ts';
import { rate } from '../transport/rate.ts';
import { type Lead, submitLead } from '../transport/submit-lead.ts';
import { showVersion } from './answer-versions.ts';
import type { FeedbackValue } from './conversation-state.ts';
import { LiveConversation, type LiveOptions } from './live-conversation.ts';
import { earlierOf, openEarlier } from './past-conversations.ts';
import { type RestoredConversation, restore } from './restore.ts';

export interface ConversationOptions extends LiveOptions {
  client: AgentClient;
}

/**
 * One visitor's conversation with one agent, with no drawing: a state, a way to hear of changes, and all that a visitor
 * can do.
 */
export class Conversation extends LiveConversation {
  declare readonly client: AgentClient;

  constructor(options: ConversationOptions) {
    super(options);
  }

  /** Puts other words in the place of the visitor's last message and asks again. @throws ClientError as `send`. */
  editLast(text: string): Promise<void> {
    return this.send(text, true);
  }

  /** Shows the answer before (-1) or after (1) the one with this key to the same question. Sends nothing. */
  showVersion(key: string, by: -1 | 1): void {
    showVersion(this, key, by);
  }

  /** Keeps the visitor's verdict and tells the proxy. @throws ClientError, then the verdict is taken back. */
  rate(key: string, value: FeedbackValue, reason?: string): Promise<void> {
    return rate(this, key, value, reason);
  }

  /** Writes into a call's part that the page took it on, or what came of it; the next question takes that along. */
  reportTool(messageKey: string, callId: string, state: ToolCallState, output: unknown): void {
    this.act({ type: 'tool', messageKey, callId, state, output });
  }

  /** Leaves the visitor's contact. @throws ClientError; nothing is remembered then. */
  submitLead(lead: Lead): Promise<void> {
    return submitLead(this, lead);
  }

  /** Conversations of this visitor that can be opened again, newest first. */
  get earlier(): readonly EarlierConversation[] {
    return earlierOf(this);
  }

  /** Brings back an earlier conversation. False when it is there no longer. */
  open(id: string): boolean {
    return openEarlier(this, id);
  }

  /** Puts an earlier conversation in view. Sends and stores nothing. @throws ClientError `invalid_request` naming a field. */
  restore(earlier: RestoredConversation): void {
    restore(this, earlier);
  }
}
