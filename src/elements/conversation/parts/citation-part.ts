import { html } from 'lit';
import type { CitationPart, Part } from '../../../protocol/message.ts';
import { isCitationPart } from '../../../protocol/message.ts';
import { define } from '../light-element.ts';
import { AgentChatSources } from './agent-chat-sources.ts';
import type { PartRenderer } from './part-renderer.ts';

define('agent-chat-sources', AgentChatSources);

/** The sources of an answer. */
export const citationPart: PartRenderer = {
  accepts: isCitationPart,
  render: (parts, { strings }, _, message) => html`<agent-chat-sources
    part="part-citation" class="sources"
    .sources=${parts} .first=${message.filter(isCitationPart).indexOf(parts[0] as CitationPart) + 1} .strings=${strings}
  ></agent-chat-sources>`,
};

/** The sources of a message, in the order by which its text numbers them from 1. */
export function sourcesOf(message: readonly Part[]): readonly CitationPart[] {
  return message.filter(isCitationPart);
}
