const SILENT = 'button, .md-code-head';
const ENDS_WORD = 'td, th';
const ENDS_LINE = 'p, li, tr, pre, blockquote, h1, h2, h3, h4, h5, h6, br';

/**
 * What a message says, read from its nodes: unlike `innerText` it asks for no layout, which a long answer pays dearly.
 * Of a text longer than `most` no more is read than shows that it is.
 */
export function spokenText(root: Element, most: number): string {
  let text = '';
  for (const node of root.childNodes) {
    if (text.trim().length > most) break;
    if (node instanceof Text) text += node.data;
    else if (node instanceof Element && !node.matches(SILENT)) {
      const inside = spokenText(node, most);
      // Only what is inside is trimmed: all there is would be copied for every line.
      if (node.matches(ENDS_LINE)) text += `${inside.trimEnd()}\n`;
      else if (node.matches(ENDS_WORD)) text += `${inside} `;
      else text += inside;
    }
  }
  return text;
}

/** Longer answers are announced, not read out: speech can't be skimmed. */
const READ_OUT_MAX = 400;

/** What is read out of an answer; empty where that is nothing. */
export function readOut(answer: Element): string {
  const text = spokenText(answer.querySelector('.text') ?? answer, READ_OUT_MAX).trim();
  return text.length > READ_OUT_MAX ? '' : text;
}
