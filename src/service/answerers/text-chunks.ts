const CHARACTERS = 24;

/** Splits a text into chunks of a few words each, which joined are the text; never inside a character. */
export function* textChunks(text: string): Generator<string> {
  let from = 0;
  while (from < text.length) {
    let to = Math.min(text.length, from + CHARACTERS);
    while (to < text.length && !/\s/.test(text[to - 1]!) && to - from < 2 * CHARACTERS) to++;
    const unit = text.charCodeAt(to - 1);
    if (to < text.length && unit >= 0xd800 && unit <= 0xdbff) to++;
    yield text.slice(from, to);
    from = to;
  }
}
