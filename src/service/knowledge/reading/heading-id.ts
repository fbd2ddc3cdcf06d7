import type { Token, Tokens } from 'marked';

/** "Prices {#prices}", as Pandoc, Docusaurus, Hugo and others take it, or "{: #prices }". */
const OWN_ID = /\\?\{:?\s*#([\p{L}\p{N}_:.-]+)[^{}]*\}\s*$/u;

/** Takes the id that its author gives a heading out of its words; undefined where there is none. */
export function takeHeadingId({ tokens }: Tokens.Heading): string | undefined {
  const last: Token | undefined = tokens.at(-1);
  if (last?.type !== 'text') return undefined;
  const [mark, id] = OWN_ID.exec(last.text) ?? [];
  if (mark === undefined || (mark.length === last.text.length && tokens.length === 1)) return undefined;
  last.text = last.text.slice(0, -mark.length).trimEnd();
  last.raw = last.text;
  return id;
}

/** The source of a heading without such an id. */
export function withoutHeadingId(source: string): string {
  return source.replace(OWN_ID, '').trimEnd();
}
