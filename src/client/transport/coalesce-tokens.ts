/** The inside of a JSON string, of which most is plain. Without `u`, which would double the time it takes. */
const PLAIN = /[ !#-[\]-~\xa0-\uffff]*/.source;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/.source;
const HEAD = 'data: {"type":"token","content":"';
const END = '"}\n\n';
/** A token event as the proxy writes it, with its id if it has one. */
const TOKEN = new RegExp(
  `(?:id: \\d{1,15}\n)?data: \\{"type":"token","content":"${PLAIN}(?:${ESCAPE}${PLAIN})*"\\}\n\n`,
  'y',
);

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/**
 * Makes one event of token events that arrived together: a reply faster than the page would else be read, applied and
 * told to other tabs some characters at a time. The insides of JSON strings may be joined as they are.
 *
 * Only events that are newer than all before are joined, so that one that is sent again is still known by its id.
 *
 * @param lines whole ones; an event may begin before and end after them.
 * @param last id of the last event that is known already.
 * @returns the same events in fewer.
 */
export function gatherTokens(lines: Uint8Array, last: string | undefined): Uint8Array {
  const text = decoder.decode(lines);
  let newest = Number(last ?? 0) || 0;
  let gathered = '';
  let id: string | undefined;
  let words = '';
  const flush = (): void => {
    if (words !== '') gathered += `${id ? `id: ${id}\n` : ''}${HEAD}${words}${END}`;
    words = '';
  };
  for (let at = 0; at < text.length; ) {
    TOKEN.lastIndex = at;
    // Not by `exec`: its matches would be half of what a reply leaves to the garbage collector.
    const isToken = TOKEN.test(text);
    const from = isToken ? text.indexOf(HEAD, at) : at;
    const number = from > at ? text.slice(at + 'id: '.length, from - 1) : undefined;
    if (isToken && (number === undefined || Number(number) > newest)) {
      if ((number === undefined) !== (id === undefined)) flush();
      id = number;
      if (id) newest = Number(id);
      at = TOKEN.lastIndex;
      words += text.slice(from + HEAD.length, at - END.length);
    } else {
      flush();
      const blank = text.indexOf('\n\n', at);
      const end = blank < 0 ? text.length : blank + 2;
      gathered += text.slice(at, end);
      at = end;
    }
  }
  flush();
  return encoder.encode(gathered);
}
