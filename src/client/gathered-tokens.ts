/** How a token event begins, as the proxy writes it, with its id if it has one; and how it ends. */
const HEAD = /(?:id: (\d{1,15})\n)?data: \{"type":"token","content":"/y;
const TAIL = '"}\n\n';

/** Of longer events there are few: joining them gains nothing. UTF-16 units. */
const WORDS_MAX = 1000;

/** The inside of a JSON string, as far as it is not plainly one. */
const JSON_WORDS = /^(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*$/u;
const PLAIN_WORDS = /^[^"\\\p{Cc}]*$/u;

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
    if (words !== '') gathered += `${id ? `id: ${id}\n` : ''}data: {"type":"token","content":"${words}"}\n\n`;
    words = '';
  };
  for (let at = 0; at < text.length; ) {
    const token = tokenAt(text, at);
    if (token && (token.id === undefined || Number(token.id) > newest)) {
      if ((token.id === undefined) !== (id === undefined)) flush();
      id = token.id;
      if (id) newest = Number(id);
      words += token.words;
      at = token.end;
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

function tokenAt(
  text: string,
  at: number,
): { id: string | undefined; words: string; end: number } | undefined {
  HEAD.lastIndex = at;
  const head = HEAD.exec(text);
  if (!head) return undefined;
  const start = HEAD.lastIndex;
  const end = text.indexOf(TAIL, start);
  if (end < 0 || end - start > WORDS_MAX) return undefined;
  const words = text.slice(start, end);
  if (!PLAIN_WORDS.test(words) && !JSON_WORDS.test(words)) return undefined;
  return { id: head[1], words, end: end + TAIL.length };
}
