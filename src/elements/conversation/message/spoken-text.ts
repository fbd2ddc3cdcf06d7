/** Names of buttons, and the quotes of sources, which are hidden until a press. */
const SILENT = 'button, .md-code-head, .cited, .closed';
const ENDS_WORD = 'td, th';
const ENDS_LINE = 'p, li, tr, pre, blockquote, h1, h2, h3, h4, h5, h6, br';

/**
 * The text of a message, read from its nodes: `innerText` would force a layout, which is slow for a long answer.
 * @param most stops soon after this many characters.
 */
export function spokenText(root: Element, most: number): string {
  let text = '';
  for (const node of root.childNodes) {
    if (text.trim().length > most) break;
    if (node instanceof Text) text += node.data;
    else if (node instanceof Element && !node.matches(SILENT)) {
      const inside = spokenText(node, most);
      // Trim only the new part: trimming everything would copy it for every line.
      if (node.matches(ENDS_LINE)) text += `${inside.trimEnd()}\n`;
      else if (node.matches(ENDS_WORD)) text += `${inside} `;
      else text += inside;
    }
  }
  return text;
}

/** Longer answers are only announced, because speech cannot be skimmed. */
const READ_OUT_MAX = 1000;

/** The text of an answer to read out; empty if it is too long. */
export function announcedText(answer: Element): string {
  const text = spokenText(answer.querySelector('.text') ?? answer, READ_OUT_MAX).trim();
  return text.length > READ_OUT_MAX ? '' : text;
}
