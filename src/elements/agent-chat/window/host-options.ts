import { Conversation } from '../../../client/conversation/conversation.ts';
import type { ConversationOptions } from '../../../client/index.ts';
import { type AgentClientOptions, asPersist } from '../../../client/index.ts';
import { AgentClient } from '../../../client/transport/agent-client.ts';
import type {
  FormulaRenderer,
  Highlighter,
  LinkTarget,
  PageMarkdownOptions,
} from '../../../markdown/index.ts';
import type { WidgetHost } from '../widget-host.ts';
import { hasConsent } from './stored-preferences.ts';

/** Everything that identifies a conversation: with other options there is another conversation. */
export interface ConversationConfig extends Omit<ConversationOptions, 'client'> {
  client: AgentClientOptions;
}

export function conversationConfig(host: WidgetHost): ConversationConfig {
  const { resolvedEndpoint: endpoint, agentId, userId, userHash } = host;
  const timeToLive = Number(propertyOrAttribute(host, 'timeToLive', 'time-to-live'));
  return {
    client: {
      endpoint,
      agentId,
      ...(userId && { userId }),
      ...(userHash && { userHash }),
      // A function, so that it is read late and does not identify the conversation.
      botToken: () => host.botToken,
    },
    // Before the visitor agrees, nothing is stored.
    persist: hasConsent(host) ? asPersist(propertyOrAttribute(host, 'persist')) : 'none',
    ...(timeToLive > 0 && { timeToLive }),
  };
}

/** @param previous the conversation that this one replaces: a visitor who only signs in keeps their draft */
export function openConversation(
  config: ConversationConfig,
  previous: Conversation | undefined,
): Conversation {
  const { agentId, userId } = config.client;
  const before = previous?.client;
  const draft = before?.agentId === agentId && (before.userId ?? userId) === userId && previous?.draft;
  const conversation = new Conversation({ ...config, client: new AgentClient(config.client) });
  if (draft) conversation.draft ||= draft;
  return conversation;
}

/** How answers are rendered. Always the same object, so that a change of it renders nothing again. */
export function markdownOptions(host: WidgetHost): PageMarkdownOptions {
  return {
    get links(): LinkTarget {
      return host.links;
    },
    get imageHosts(): readonly string[] {
      return propertyOrAttribute(host, 'imageHosts', 'image-hosts')?.split(/\s+/).filter(Boolean) ?? [];
    },
    get highlight(): Highlighter | undefined {
      return host.highlighter;
    },
    get renderFormula(): FormulaRenderer | undefined {
      return host.formulaRenderer;
    },
  };
}

/** An option that is read when it is needed: the property, otherwise the attribute. The element observes neither. */
export function propertyOrAttribute(
  host: WidgetHost,
  property: 'persist' | 'timeToLive' | 'imageHosts',
  attribute: string = property,
): string | undefined {
  return host[property]?.toString() ?? host.getAttribute(attribute) ?? undefined;
}

/** The visitor's whole language tag for dates and numbers: an `en-GB` page has British dates. */
export function localeOf(host: WidgetHost): string {
  const { language } = host.language;
  const wanted = [host.closest('[lang]:not([lang=""])')?.getAttribute('lang'), ...navigator.languages];
  const primary = (tag: string): string => tag.toLowerCase().split('-')[0]!;
  const tag = wanted.find(each => each && primary(each) === primary(language));
  try {
    return (tag && Intl.getCanonicalLocales(tag)[0]) || language;
  } catch {
    return language;
  }
}
