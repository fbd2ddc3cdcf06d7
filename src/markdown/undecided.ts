/** Markers of quotes and list items and the white space between them. */
const CONTAINERS = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*/;

/** Starts of lines that may become another block than they look like: heading, rule, list, fence, table, task, HTML. */
const STARTS =
  /^(?:#{1,6}[ \t]*|[-*_=+:| \t]+|\d{1,9}[.)]?|`{1,2}|`{3,}[^`]*|~{1,2}|~{3,}.*|\[[ xX]?\]?[ \t]*|<(?:[A-Za-z/!?][^>]*(?:>[ \t]*)?)?)$/s;

const FENCE = /^[ \t]*(?:`+[ \t]*|~+[ \t]*)?$/;

/** Whether more characters may change which blocks the line that begins so is made of. */
export function isUndecided(rest: string): boolean {
  const text = rest.slice(CONTAINERS.exec(rest)![0].length);
  return text === '' || STARTS.test(text);
}

/** The same inside of code, where only a fence means something. */
export function mayCloseCode(rest: string): boolean {
  return FENCE.test(rest);
}
