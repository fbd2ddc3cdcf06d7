import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENTS } from '../../src/elements/agent-chat/events.ts';
import { type AgentChatProps, createAgentChat } from '../../src/react.ts';

/** The attributes that the component passes to React, and the properties and listeners that it sets on the element. */
function render(props: AgentChatProps): {
  attributes: Record<string, unknown>;
  properties: object;
  listeners: Record<string, (event: unknown) => void>;
} {
  const properties = {};
  const listeners: Record<string, (event: unknown) => void> = {};
  const effects: (() => unknown)[] = [];
  const AgentChat = createAgentChat({
    createElement: (_type: string, attributes: Record<string, unknown>) => attributes,
    useLayoutEffect: effect => effects.push(effect),
    useRef: <T>(initial: T) => ({ current: initial }),
  });
  const { ref, ...attributes } = AgentChat(props) as { ref: { current: object } };
  ref.current = Object.assign(properties, {
    addEventListener: (name: string, listener: (event: unknown) => void) => {
      listeners[name] = listener;
    },
  });
  for (const effect of effects) effect();
  return { attributes, properties, listeners };
}

test('a React app sets data, aria and class attributes as on any element, and everything else as properties', () => {
  const props = {
    'data-area': 'help',
    'aria-label': 'Support',
    id: 'support',
    className: 'wide',
    agentId: 'id',
    settings: { placeholder: 'Ask' },
    heading: undefined,
  };
  const { attributes, properties } = render(props);
  assert.deepEqual(attributes, {
    'data-area': 'help',
    'aria-label': 'Support',
    id: 'support',
    class: 'wide',
  });
  const { agentId, settings, ...others } = properties as AgentChatProps;
  assert.deepEqual({ agentId, settings }, { agentId: 'id', settings: { placeholder: 'Ask' } });
  assert.deepEqual(Object.keys(others), ['addEventListener']);
});

test('a React app has a prop for every event of the table, named after it', () => {
  const names = Object.keys(EVENTS);
  for (const name of names) {
    const short = name.slice('agent-chat-'.length);
    const received: unknown[] = [];
    const prop = `on${short[0]!.toUpperCase()}${short.slice(1)}`;
    const { listeners } = render({ [prop]: (event: unknown) => received.push(event) });
    assert.deepEqual(Object.keys(listeners), names);
    listeners[name]!('dispatched');
    assert.deepEqual(received, ['dispatched'], prop);
  }
});
