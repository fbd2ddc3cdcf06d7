/**
 * `<agent-chat>` as a React component, for React 17 and later. React itself is handed in, so that this package
 * depends on no version of it: `const AgentChat = createAgentChat(React)`.
 */
import type { AgentChat, AgentChatEvents } from './agent-chat.ts';
import type { GivenProperties } from './elements/agent-chat/attributes.ts';

/** The part of React that is used. `Drawn` is what it makes of an element: its own type, so that JSX takes the component. */
export interface ReactLike<Drawn = unknown> {
  createElement(type: string, props: Record<string, unknown>): Drawn;
  useLayoutEffect(effect: () => undefined | (() => void), dependencies?: readonly unknown[]): void;
  useRef<T>(initial: T): { current: T };
}

type EventProps = {
  [K in keyof typeof EVENTS]?: ((event: AgentChatEvents[(typeof EVENTS)[K]]) => void) | undefined;
};

type Given<Props> = { [Name in keyof Props]?: Props[Name] | undefined };

/**
 * The element's own properties, listeners, and what any element takes. Attributes with a hyphen (`data-…`, `aria-…`)
 * are passed on as they are. A prop that is undefined counts as left out.
 */
export interface AgentChatProps
  extends GivenProperties,
    EventProps,
    Given<{
      /** Gets the element, for its methods. */
      elementRef: { current: AgentChat | null } | ((element: AgentChat | null) => void);
      /** What on the page the floating chat keeps off, as a CSS selector; read when the chat is put on the page. */
      avoid: string;
      /** The visitor may speak a question, where the browser can turn speech into text. */
      dictation: boolean;
      id: string;
      className: string;
      /** As React's `CSSProperties`, custom properties included. */
      style: object;
      slot: string;
      title: string;
      hidden: boolean;
      children: unknown;
    }> {}

const EVENTS = {
  onReady: 'agent-chat-ready',
  onOpen: 'agent-chat-open',
  onClose: 'agent-chat-close',
  onSend: 'agent-chat-send',
  onReply: 'agent-chat-reply',
  onLead: 'agent-chat-lead',
  onFeedback: 'agent-chat-feedback',
  onError: 'agent-chat-error',
  onLink: 'agent-chat-link',
  onTool: 'agent-chat-tool',
  onUnread: 'agent-chat-unread',
  onConsent: 'agent-chat-consent',
} as const;

/** What is React's to give to the element. */
const PLAIN = /-|^(?:id|avoid|dictation|style|children)$/;

/** Makes the component. Loads nothing: import `agent-chat` where the element is to be defined. */
export function createAgentChat<Drawn>(react: ReactLike<Drawn>): (props: AgentChatProps) => Drawn {
  return props => {
    const element = react.useRef<AgentChat | null>(null);
    const latest = react.useRef(props);
    latest.current = props;
    const given = react.useRef<Record<string, unknown>>({});
    const defaults = react.useRef<Record<string, unknown>>({});
    react.useLayoutEffect(() => {
      const chat = element.current;
      if (!chat) return undefined;
      const stop = Object.entries(EVENTS).map(([prop, name]) => {
        const listener = (event: Event): void =>
          (latest.current[prop as keyof EventProps] as ((event: Event) => void) | undefined)?.(event);
        chat.addEventListener(name, listener);
        return () => chat.removeEventListener(name, listener);
      });
      give(latest.current.elementRef, chat);
      return () => {
        for (const undo of stop) undo();
        give(latest.current.elementRef, null);
      };
    }, []);
    react.useLayoutEffect(() => {
      const next = elementProps(props);
      if (element.current) giveChanges(element.current, given.current, next, defaults.current);
      given.current = next;
      return undefined;
    });
    const plain = Object.entries(props).filter(([name]) => PLAIN.test(name));
    const { className } = props;
    return react.createElement('agent-chat', {
      ...Object.fromEntries(plain),
      ...(className !== undefined && { class: className }),
      ref: element,
    });
  };
}

/**
 * As properties, never attributes: objects stay objects. Only what the page has changed, so that a chat the visitor has
 * closed stays closed when something else is drawn; what it takes back is again as it was before.
 */
function giveChanges(
  chat: object,
  before: Record<string, unknown>,
  next: Record<string, unknown>,
  defaults: Record<string, unknown>,
): void {
  const properties = chat as Record<string, unknown>;
  for (const name of Object.keys({ ...before, ...next })) {
    if (Object.is(before[name], next[name])) continue;
    if (!(name in defaults)) defaults[name] = properties[name];
    properties[name] = name in next ? next[name] : defaults[name];
  }
}

function elementProps(props: AgentChatProps): Record<string, unknown> {
  const rest = Object.entries(props).filter(
    ([name, value]) => value !== undefined && !OTHERS.has(name) && !PLAIN.test(name) && !(name in EVENTS),
  );
  return Object.fromEntries(rest);
}

const OTHERS = new Set(['className', 'elementRef', 'key', 'ref']);

function give(ref: AgentChatProps['elementRef'], element: AgentChat | null): void {
  if (typeof ref === 'function') ref(element);
  else if (ref) ref.current = element;
}
