import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AgentChatProps, createAgentChat } from '../../src/react.ts';

/** What the component asks React to put on the page, and the properties it gives the element there. */
function drawn(props: AgentChatProps): { attributes: Record<string, unknown>; properties: object } {
  const properties = {};
  const effects: (() => unknown)[] = [];
  const AgentChat = createAgentChat({
    createElement: (_type: string, attributes: Record<string, unknown>) => attributes,
    useLayoutEffect: effect => effects.push(effect),
    useRef: <T>(initial: T) => ({ current: initial }),
  });
  const { ref, ...attributes } = AgentChat(props) as { ref: { current: object } };
  ref.current = Object.assign(properties, { addEventListener() {} });
  for (const effect of effects) effect();
  return { attributes, properties };
}

test('a React app puts data, aria and a class on the chat as on any element, and the rest are its properties', () => {
  const props = {
    'data-area': 'help',
    'aria-label': 'Support',
    id: 'support',
    className: 'wide',
    agentId: 'id',
    settings: { placeholder: 'Ask' },
    heading: undefined,
  };
  const { attributes, properties } = drawn(props);
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
