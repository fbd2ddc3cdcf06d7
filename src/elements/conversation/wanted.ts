/** Whether the page wants what this attribute of `<agent-chat>` stands for. Read when it is needed: no launcher carries an accessor. */
export function isWanted(inside: Node, attribute: string): boolean {
  const { host } = inside.getRootNode() as ShadowRoot;
  return (host?.getAttribute(attribute) ?? 'false') !== 'false';
}
