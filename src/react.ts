/**
 * `<agent-chat>` as a React component, for React 17 and later. The caller passes React in, so that this package depends
 * on no version of it: `const AgentChat = createAgentChat(React)`.
 */
import type { AgentChat, AgentChatEvents } from './agent-chat.ts';
import type { AgentChatProperties, PlainAttributes } from './elements/agent-chat/attributes.ts';
import { EVENTS } from './elements/agent-chat/events.ts';

/** The part of React that is used. `Node` is what `createElement` returns, so that JSX accepts the component. */
export interface ReactLike<Node = unknown> {
  createElement(type: string, props: Record<string, unknown>): Node;
  useLayoutEffect(effect: () => undefined | (() => void), dependencies?: readonly unknown[]): void;
  useRef<T>(initial: T): { current: T };
}

/** `agent-chat-ready` as `onReady`. */
type EventProp<Name> = Name extends `agent-chat-${infer Short}` ? `on${Capitalize<Short>}` : never;

type EventProps = {
  [Name in keyof AgentChatEvents as EventProp<Name>]?: ((event: AgentChatEvents[Name]) => void) | undefined;
};

type Optional<Props> = { [Name in keyof Props]?: Props[Name] | undefined };

/**
 * The element's properties, its listeners, and the props of any element. Names with a hyphen (`data-…`, `aria-…`) are
 * passed on as attributes. An undefined prop counts as missing.
 */
export interface AgentChatProps
  extends AgentChatProperties,
    EventProps,
    Pick<PlainAttributes, 'avoid' | 'dictation'>,
    Optional<{
      /** Receives the element, for its methods. */
      elementRef: { current: AgentChat | null } | ((element: AgentChat | null) => void);
      id: string;
      className: string;
      /** Like React's `CSSProperties`, including custom properties. */
      style: object;
      slot: string;
      title: string;
      hidden: boolean;
      children: unknown;
    }> {}

/** Event names by their prop. */
const LISTENER_PROPS: Record<string, string> = Object.fromEntries(
  Object.keys(EVENTS).map(name => [
    name.replace(/^agent-chat-(.)/, (_, first) => `on${first.toUpperCase()}`),
    name,
  ]),
);

/** Props that React itself sets on the element. */
const REACT_SETS = /-|^(?:id|avoid|dictation|style|children)$/;

/** Creates the component. It does not define the element: import `agent-chat` for that. */
export function createAgentChat<Node>(react: ReactLike<Node>): (props: AgentChatProps) => Node {
  return props => {
    const element = react.useRef<AgentChat | null>(null);
    const latest = react.useRef(props);
    latest.current = props;
    const previous = react.useRef<Record<string, unknown>>({});
    const defaults = react.useRef<Record<string, unknown>>({});
    react.useLayoutEffect(() => {
      const chat = element.current;
      if (!chat) return undefined;
      const removers = Object.entries(LISTENER_PROPS).map(([prop, name]) => {
        const listener = (event: Event): void =>
          (latest.current as Record<string, ((event: Event) => void) | undefined>)[prop]?.(event);
        chat.addEventListener(name, listener);
        return () => chat.removeEventListener(name, listener);
      });
      setRef(latest.current.elementRef, chat);
      return () => {
        for (const remove of removers) remove();
        setRef(latest.current.elementRef, null);
      };
    }, []);
    react.useLayoutEffect(() => {
      const next = elementProperties(props);
      if (element.current) setChangedProperties(element.current, previous.current, next, defaults.current);
      previous.current = next;
      return undefined;
    });
    const attributes = Object.entries(props).filter(([name]) => REACT_SETS.test(name));
    const { className } = props;
    return react.createElement('agent-chat', {
      ...Object.fromEntries(attributes),
      ...(className !== undefined && { class: className }),
      ref: element,
    });
  };
}

/**
 * Sets properties, not attributes, so that objects stay objects. Sets only what has changed: a chat that the visitor has
 * closed stays closed when the page renders again. A prop that is removed returns to its default.
 */
function setChangedProperties(
  chat: object,
  previous: Record<string, unknown>,
  next: Record<string, unknown>,
  defaults: Record<string, unknown>,
): void {
  const properties = chat as Record<string, unknown>;
  for (const name of Object.keys({ ...previous, ...next })) {
    if (Object.is(previous[name], next[name])) continue;
    if (!(name in defaults)) defaults[name] = properties[name];
    properties[name] = name in next ? next[name] : defaults[name];
  }
}

const NOT_PROPERTIES = new Set(['className', 'elementRef', 'key', 'ref']);

function elementProperties(props: AgentChatProps): Record<string, unknown> {
  const entries = Object.entries(props).filter(
    ([name, value]) =>
      value !== undefined && !NOT_PROPERTIES.has(name) && !REACT_SETS.test(name) && !(name in LISTENER_PROPS),
  );
  return Object.fromEntries(entries);
}

function setRef(ref: AgentChatProps['elementRef'], element: AgentChat | null): void {
  if (typeof ref === 'function') ref(element);
  else if (ref) ref.current = element;
}
