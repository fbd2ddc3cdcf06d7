import 'agent-chat/svelte';
import type { SvelteHTMLElements } from 'svelte/elements';

/** What Svelte's type check does with a tag in markup. */
declare function createElement<Tag extends keyof SvelteHTMLElements>(
  tag: Tag,
  attributes: SvelteHTMLElements[Tag],
): void;

createElement('agent-chat', {
  'agent-id': 'id',
  class: 'wide',
  settings: { placeholder: 'Ask' },
  'onagent-chat-reply': event => event.detail.message.parts,
});
createElement('agent-chat-admin', {
  'agent-id': 'id',
  for: 'preview',
  'onagent-chat-admin-save': event => event.detail.version,
});
// @ts-expect-error no such mode
createElement('agent-chat', { mode: 'sideways' });
