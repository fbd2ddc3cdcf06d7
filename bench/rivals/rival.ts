import type { Wire } from '../answer-stream.ts';

/** What is measured of everybody, by the names the report's rows have. */
export type Row = 'bytes' | 'view' | 'blocking' | 'heap' | 'paced' | 'fast' | 'restore' | 'more';

/**
 * Another widget, on a page of its own. `pages/<id>.js` draws it through its own public interface and sets
 * `window.subject`; what is here is the server's side.
 */
export interface Rival {
  id: string;
  /** The npm package, whose version the report names. */
  package: string;
  /** The launcher, or the chat where there is none: selectors, each inside the shadow root of the one before. */
  view: string[];
  body: string;
  /** How its answers come over the network. */
  wire: Wire;
  /** The question in the body of a request. */
  question(body: string): string;
  /** What else its page asks for: a path below its own to a JSON answer. */
  routes?: Record<string, unknown>;
  /** What it can't do, and why. */
  without?: Partial<Record<Row, string>>;
}

/** The question of the pages whose adapter is ours: they speak as the floor page does. */
export function messageOf(body: string): string {
  return (JSON.parse(body) as { message: string }).message;
}
