export const HEADING = /^(#{1,6})(?:[ \t]+|$)/;
export const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})(.*)$/s;
export const THEMATIC_BREAK = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
export const SETEXT_UNDERLINE = /^(?:(=+)|-+)[ \t]*$/;

/** Characters that a line of plain text does not start with. */
export const BLOCK_START = /^[>#`~<=\-*_+\d]/;

/** Markers of quotes and list items, with the white space between them. */
const CONTAINERS = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*/;

/** Starts of a heading, thematic break, list, fence, table, task or HTML that more characters may complete or rule out. */
const AMBIGUOUS =
  /^(?:#{1,6}[ \t]*|[-*_=+:| \t]+|\d{1,9}[.)]?|`{1,2}|`{3,}[^`]*|~{1,2}|~{3,}.*|\[[ xX]?\]?[ \t]*|<(?:[A-Za-z/!?][^>]*(?:>[ \t]*)?)?)$/s;

const CLOSING_FENCE = /^[ \t]*(?:`+[ \t]*|~+[ \t]*)?$/;

/** Whether more characters may change which blocks a line belongs to that starts like this. */
export function isAmbiguous(rest: string): boolean {
  const text = rest.slice(CONTAINERS.exec(rest)![0].length);
  return text === '' || AMBIGUOUS.test(text);
}

/** The same inside fenced code, where only the closing fence has a meaning. */
export function mayCloseFence(rest: string): boolean {
  return CLOSING_FENCE.test(rest);
}
