/**
 * The chat's language as it is spoken where the visitor is: the page, or else the browser, may say of which country it
 * is, and voices and recognisers differ by that.
 */
export function speechLanguage(inside: Node, locale: string): string {
  const { host } = inside.getRootNode() as ShadowRoot;
  const said = [host?.closest('[lang]')?.getAttribute('lang'), document.documentElement.lang];
  const tags = [...said, ...navigator.languages].map(tag => tag?.replace('_', '-'));
  return tags.find(tag => tag?.toLowerCase().startsWith(`${locale}-`)) ?? locale;
}
