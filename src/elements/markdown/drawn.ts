import type { MarkedToken } from 'marked';

/** A token and what it became in the document; the block that still grows is kept as a tree of these. */
export interface Drawn {
  token: MarkedToken;
  node: ChildNode;
  /** What is inside it, as far as it may still change. */
  kids: Drawn[];
  /** True when children before `kids` are final and their source was let go. */
  frozen?: boolean;
}

/** Makes and changes the nodes of tokens. */
export interface Painter {
  create(token: MarkedToken): Drawn;
  /** Changes a drawn token in place to become `token`; false when it has to be made anew. */
  patch(drawn: Drawn, token: MarkedToken): boolean;
}

/**
 * Makes the end of `parent` show `tokens`, of which `drawn` are there already. Tokens that are as before keep their
 * nodes untouched, the first that differs is changed in place where it can be, and only what follows is made anew.
 */
export function reconcile(
  parent: Node,
  drawn: Drawn[],
  tokens: readonly MarkedToken[],
  painter: Painter,
): void {
  let index = 0;
  while (index < drawn.length && index < tokens.length && isSame(drawn[index]!.token, tokens[index]!))
    index++;
  if (index < drawn.length && index < tokens.length && painter.patch(drawn[index]!, tokens[index]!)) {
    drawn[index]!.token = tokens[index]!;
    index++;
  }
  for (const old of drawn.splice(index)) old.node.remove();
  if (index === tokens.length) return;
  const fresh = document.createDocumentFragment();
  for (; index < tokens.length; index++) {
    const made = painter.create(tokens[index]!);
    fresh.append(made.node);
    drawn.push(made);
  }
  parent.appendChild(fresh);
}

function isSame(a: MarkedToken, b: MarkedToken): boolean {
  if (a.type !== b.type || a.raw !== b.raw) return false;
  if (a.type === 'list' && b.type === 'list') return a.loose === b.loose;
  if (a.type === 'list_item' && b.type === 'list_item') return a.loose === b.loose;
  if (a.type === 'html' && b.type === 'html') return a.block === b.block;
  return true;
}

/** Makes the next comparison draw everything inside `drawn` again, except what is frozen. */
export function forget(drawn: Drawn): void {
  drawn.token = { ...drawn.token, raw: FORGOTTEN };
  if (drawn.token.type === 'code') return;
  for (const kid of drawn.kids.splice(0)) kid.node.remove();
}

/** A source no token has. */
export const FORGOTTEN = '\0';
