const SILENT = new Set(['BUTTON']);
const ENDS_WORD = new Set(['TD', 'TH']);
const ENDS_LINE = new Set(['P', 'LI', 'TR', 'PRE', 'BLOCKQUOTE', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'BR']);

/**
 * What a message says, read from its nodes: unlike `innerText` it asks for no layout, which a long answer pays dearly.
 * Of a text longer than `most` no more is read than shows that it is.
 */
export function spokenText(root: Element, most: number): string {
  let text = '';
  for (const node of root.childNodes) {
    if (text.trimStart().length > most) break;
    if (node instanceof Text) text += node.data;
    else if (node instanceof Element && !SILENT.has(node.tagName) && node.className !== 'md-code-head') {
      const inside = spokenText(node, most);
      // Only what is inside is trimmed: all there is would be copied for every line.
      if (ENDS_LINE.has(node.tagName)) text += `${inside.trimEnd()}\n`;
      else if (ENDS_WORD.has(node.tagName)) text += `${inside} `;
      else text += inside;
    }
  }
  return text;
}
