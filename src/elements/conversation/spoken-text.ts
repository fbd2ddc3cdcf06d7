const ENDS_LINE = 'p,li,tr,pre,blockquote,h1,h2,h3,h4,h5,h6,br';

/** What a message says, read from its nodes: unlike `innerText` it asks for no layout, which a long answer pays dearly. */
export function spokenText(root: Element): string {
  let text = '';
  for (const node of root.childNodes) {
    if (node instanceof Text) text += node.data;
    else if (node instanceof Element && !node.matches('button,.md-code-head')) {
      text += spokenText(node);
      if (node.matches('td,th')) text += ' ';
      else if (node.matches(ENDS_LINE)) text = `${text.trimEnd()}\n`;
    }
  }
  return text;
}
