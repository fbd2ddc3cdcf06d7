'use client';
/**
 * `<agent-chat>` and `<agent-chat-admin>` as React components, for React 17 and later, and as tags in JSX, from React 19
 * on. Importing this registers `<agent-chat>`; the panel is loaded when one is shown.
 */
import * as React from 'react';
import './agent-chat.ts';
import type { AgentChat as AgentChatElement, AgentChatEvents } from './agent-chat.ts';
import type {
  AgentChatAdminAttributes,
  AgentChatAdmin as AgentChatAdminElement,
  AgentChatAdminEvents,
} from './agent-chat-admin.ts';
import type {
  AgentChatAttributes,
  AgentChatProperties,
  PlainAttributes,
} from './elements/agent-chat/attributes.ts';
import { EVENTS } from './elements/agent-chat/events.ts';

/** The part of React that is used. `Node` is what `createElement` returns, so that JSX accepts the component. */
export interface ReactLike<Node = unknown> {
  createElement(type: string, props: Record<string, unknown>): Node;
  useLayoutEffect(effect: () => undefined | (() => void), dependencies?: readonly unknown[]): void;
  useRef<T>(initial: T): { current: T };
}

/** `agent-chat-ready` as `onReady`. */
type EventProp<Tag extends string, Name> = Name extends `${Tag}-${infer Short}`
  ? `on${Capitalize<Short>}`
  : never;

type EventProps<Tag extends string, Events> = {
  [Name in keyof Events as EventProp<Tag, Name>]?: ((event: Events[Name]) => void) | undefined;
};

type Optional<Props> = { [Name in keyof Props]?: Props[Name] | undefined };

type ElementRef<Element> = { current: Element | null } | ((element: Element | null) => void);

/** The props of any element. An undefined prop counts as missing. */
interface CommonProps<Element>
  extends Optional<{
    /** Receives the element, for its methods. */
    elementRef: ElementRef<Element>;
    /** The same, from React 19 on. */
    ref: ElementRef<Element> | null;
    id: string;
    className: string;
    /** Like React's `CSSProperties`, including custom properties. */
    style: object;
    slot: string;
    title: string;
    hidden: boolean;
    children: unknown;
  }> {}

/**
 * The element's properties, its listeners, and the props of any element. Names with a hyphen (`data-…`, `aria-…`) are
 * passed on as attributes.
 */
export interface AgentChatProps
  extends AgentChatProperties,
    EventProps<'agent-chat', AgentChatEvents>,
    Pick<PlainAttributes, 'avoid' | 'dictation'>,
    CommonProps<AgentChatElement> {}

/** The panel's properties, its listeners, and the props of any element. */
export interface AgentChatAdminProps
  extends Optional<Pick<AgentChatAdminElement, 'agentId' | 'endpoint' | 'for' | 'lang' | 'token' | 'author'>>,
    EventProps<'agent-chat-admin', AgentChatAdminEvents>,
    CommonProps<AgentChatAdminElement> {}

interface AnyProps extends CommonProps<HTMLElement> {}

/** Props that React itself sets on the element. */
const REACT_SETS = /-|^(?:id|avoid|dictation|style|children)$/;

const ADMIN_EVENTS: Record<keyof AgentChatAdminEvents, true> = {
  'agent-chat-admin-save': true,
  'agent-chat-admin-error': true,
};

/** Creates the component of `<agent-chat>` with another React than the one that this module imports. */
export function createAgentChat<Node>(react: ReactLike<Node>): (props: AgentChatProps) => Node {
  return createComponent<Node, AgentChatProps>(react, 'agent-chat', Object.keys(EVENTS));
}

/** `<agent-chat>` as a component. */
export const AgentChat: (props: AgentChatProps) => React.ReactElement = createAgentChat(React);

/** `<agent-chat-admin>` as a component. */
export const AgentChatAdmin: (props: AgentChatAdminProps) => React.ReactElement = createComponent<
  React.ReactElement,
  AgentChatAdminProps
>(React, 'agent-chat-admin', Object.keys(ADMIN_EVENTS), () => import('./agent-chat-admin.ts'));

function createComponent<Node, Props extends object>(
  react: ReactLike<Node>,
  tag: string,
  events: string[],
  load?: () => Promise<unknown>,
): (props: Props) => Node {
  const listenerProps: Record<string, string> = Object.fromEntries(
    events.map(name => {
      const short = name.slice(tag.length + 1);
      return [`on${short[0]!.toUpperCase()}${short.slice(1)}`, name];
    }),
  );
  return given => {
    const props = given as AnyProps;
    const element = react.useRef<HTMLElement | null>(null);
    const latest = react.useRef(props);
    latest.current = props;
    const previous = react.useRef<Record<string, unknown>>({});
    const defaults = react.useRef<Record<string, unknown>>({});
    react.useLayoutEffect(() => {
      const shown = element.current;
      if (!shown) return undefined;
      load?.().catch(reportError);
      const removers = Object.entries(listenerProps).map(([prop, name]) => {
        const listener = (event: Event): void =>
          (latest.current as Record<string, ((event: Event) => void) | undefined>)[prop]?.(event);
        shown.addEventListener(name, listener);
        return () => shown.removeEventListener(name, listener);
      });
      setRef(latest.current, shown);
      return () => {
        for (const remove of removers) remove();
        setRef(latest.current, null);
      };
    }, []);
    react.useLayoutEffect(() => {
      const next = elementProperties(props, listenerProps);
      if (element.current) setChangedProperties(element.current, previous.current, next, defaults.current);
      previous.current = next;
      return undefined;
    });
    const attributes = Object.entries(props).filter(([name]) => REACT_SETS.test(name));
    const { className } = props;
    return react.createElement(tag, {
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
  element: object,
  previous: Record<string, unknown>,
  next: Record<string, unknown>,
  defaults: Record<string, unknown>,
): void {
  const properties = element as Record<string, unknown>;
  for (const name of Object.keys({ ...previous, ...next })) {
    if (Object.is(previous[name], next[name])) continue;
    if (!(name in defaults)) defaults[name] = properties[name];
    properties[name] = name in next ? next[name] : defaults[name];
  }
}

const NOT_PROPERTIES = new Set(['className', 'elementRef', 'key', 'ref']);

function elementProperties(props: object, listenerProps: object): Record<string, unknown> {
  const entries = Object.entries(props).filter(
    ([name, value]) =>
      value !== undefined && !NOT_PROPERTIES.has(name) && !REACT_SETS.test(name) && !(name in listenerProps),
  );
  return Object.fromEntries(entries);
}

function setRef({ elementRef, ref }: AnyProps, element: HTMLElement | null): void {
  for (const each of [elementRef, ref]) {
    if (typeof each === 'function') each(element);
    else if (each) each.current = element;
  }
}

type Tag<Element, Attributes> = Omit<React.HTMLAttributes<Element>, keyof Attributes> &
  React.RefAttributes<Element> &
  Attributes;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'agent-chat': Tag<AgentChatElement, AgentChatAttributes>;
      'agent-chat-admin': Tag<AgentChatAdminElement, AgentChatAdminAttributes>;
    }
  }
}
