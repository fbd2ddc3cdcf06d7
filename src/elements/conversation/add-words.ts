/** Scripts that put no space between words, and their punctuation. */
const NO_SPACE =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\u3000-\u303f\uff00-\uffef]/u;

/** What is typed already, and behind it what was said. */
export function withWords(typed: string, said: string): string {
  const [last] = /.$/u.exec(typed) ?? [];
  const [first] = /^./u.exec(said) ?? [];
  const joins = !last || /\s/.test(last) || NO_SPACE.test(last) || NO_SPACE.test(first ?? '');
  return typed + (joins ? '' : ' ') + said;
}

/** Puts what was said behind what is typed, as if the visitor had typed it, with the cursor behind it. */
export function addWords(field: HTMLTextAreaElement, said: string): void {
  field.value = withWords(field.value, said);
  const end = field.value.length;
  field.setSelectionRange(end, end);
  field.scrollTop = field.scrollHeight;
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
