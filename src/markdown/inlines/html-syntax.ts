/** An opening or closing tag of HTML, with its attributes. */
export const TAG: RegExp =
  /<(?:\/[A-Za-z][\w-]*\s*|[A-Za-z][\w-]*(?:\s+[\w:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?)>/y;

const BLOCK_TAG =
  /^<\/?(?:address|article|aside|base(?:font)?|blockquote|body|caption|center|col(?:group)?|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame(?:set)?|h[1-6]|head(?:er)?|hr|html|iframe|legend|li|link|main|menu(?:item)?|nav|noframes|ol|opt(?:group|ion)|p|param|search|section|summary|table|tbody|td|tfoot|th(?:ead)?|title|tr|track|ul)(?:[ \t]|\/?>|$)/i;
/** A line break tag. No other HTML is rendered. */
export const LINE_BREAK: RegExp = /<br\s*\/?>/iy;
const LONE_TAG = new RegExp(`^(?!<br\\s*/?>)${TAG.source}[ \\t]*$`, 'i');

/** The end condition of an HTML block that ends before the next blank line. */
export const BLANK_LINE = /^$/;

/** The end condition of the HTML block that starts with this line; undefined if none starts here. */
export function htmlBlockEnd(line: string, isInParagraph: boolean): RegExp | undefined {
  if (/^<(?:script|pre|style|textarea)(?:[ \t]|>|$)/i.test(line)) return /<\/(?:script|pre|style|textarea)>/i;
  if (line.startsWith('<!--')) return /-->/;
  if (line.startsWith('<?')) return /\?>/;
  if (line.startsWith('<![CDATA[')) return /\]\]>/;
  if (/^<![A-Za-z]/.test(line)) return />/;
  return BLOCK_TAG.test(line) || (!isInParagraph && LONE_TAG.test(line)) ? BLANK_LINE : undefined;
}
