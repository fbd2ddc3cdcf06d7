/** Unescaped characters of a JSON string. Without the `u` flag, which would double the run time. */
const PLAIN = /[ !#-[\]-~\xa0-\uffff]*/.source;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/.source;
const HEAD = 'data: {"type":"token","content":"';
const END = '"}\n\n';
/** A token event as the proxy writes it, with or without an id. */
const TOKEN = new RegExp(
  `(?:id: \\d{1,15}\n)?data: \\{"type":"token","content":"${PLAIN}(?:${ESCAPE}${PLAIN})*"\\}\n\n`,
  'y',
);

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/**
 * Merges token events that arrived together into one, so that a reply faster than the page is not parsed, applied and
 * broadcast a few characters at a time. The contents of JSON strings can be concatenated as they are. Only events newer
 * than all before are merged, so that a repeated event is still recognised by its id.
 *
 * @param lines whole lines; an event may begin before them and end after them.
 * @param last the id of the last event received so far.
 */
export function coalesceTokens(lines: Uint8Array, last: string | undefined): Uint8Array<ArrayBuffer> {
  const text = decoder.decode(lines);
  let newest = Number(last ?? 0) || 0;
  let merged = '';
  let id: string | undefined;
  let words = '';
  const flush = (): void => {
    if (words !== '') merged += `${id ? `id: ${id}\n` : ''}${HEAD}${words}${END}`;
    words = '';
  };
  for (let at = 0; at < text.length; ) {
    TOKEN.lastIndex = at;
    // `test`, because the matches of `exec` would be half of a reply's garbage.
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
      merged += text.slice(at, end);
      at = end;
    }
  }
  flush();
  return encoder.encode(merged);
}
