/** Characters that show what a text is. */
const SHOWN_WITHIN = 64 * 1024;
/** What is no text has more of them than this; a stray one stands in many a text. */
const CONTROLS_MAX = 0.08;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROLS = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/g;

/** Whether it is text: not a picture, a program, or the codes of letters that nobody can name. */
export function isLegible(text: string): boolean {
  const beginning = text.slice(0, SHOWN_WITHIN);
  return (beginning.match(CONTROLS)?.length ?? 0) <= CONTROLS_MAX * beginning.length;
}
