import 'agent-chat/vue';
import type { GlobalComponents } from 'vue';

/** What Vue's type check does with a tag in a template. */
declare function createElement<Tag extends 'agent-chat' | 'agent-chat-admin'>(
  tag: Tag,
  props: InstanceType<GlobalComponents[Tag]>['$props'],
): InstanceType<GlobalComponents[Tag]>['$emit'];

const emit = createElement('agent-chat', {
  'agent-id': 'id',
  agentId: 'id',
  class: 'wide',
  key: 1,
  settings: { placeholder: 'Ask' },
  unreadSound: true,
});
emit('agent-chat-unread', new CustomEvent('agent-chat-unread', { detail: { count: 1 } }));
createElement('agent-chat-admin', { agentId: 'id', 'agent-id': 'id', for: 'preview' });
// @ts-expect-error no such mode
createElement('agent-chat', { mode: 'sideways' });
// @ts-expect-error no such event
emit('agent-chat-answer');
