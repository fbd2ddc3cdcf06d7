/** An opening or closing tag of HTML, with its attributes. */
export const TAG: RegExp =
  /<(?:\/[A-Za-z][\w-]*\s*|[A-Za-z][\w-]*(?:\s+[\w:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?)>/y;
