import { type Feedback, sendFeedback } from './rate.ts';
import { ReplyClient } from './reply-client.ts';
import { type Lead, sendLead } from './submit-lead.ts';

/** Speaks to the proxy. */
export class AgentClient extends ReplyClient {
  /** Tells the proxy what the visitor thinks of a reply. @throws ClientError */
  sendFeedback(feedback: Feedback): Promise<void> {
    return sendFeedback(this, feedback);
  }

  /**
   * Leaves the visitor's contact. An address that is already known counts as given: there is no way to ask first.
   * @throws ClientError `invalid_request` naming the field, and the rest.
   */
  sendLead(lead: Lead): Promise<void> {
    return sendLead(this, lead);
  }
}
