/**
 * The chat's language as it is spoken where the visitor is: the page, or else the browser, may say of which country it
 * is, and voices and recognisers differ by that.
 */
export function speechLanguage(inside: Node, locale: string): string {
  const { host } = inside.getRootNode() as ShadowRoot;
  const said = [host?.closest('[lang]')?.getAttribute('lang'), document.documentElement.lang];
  for (const tag of [...said, ...navigator.languages]) {
    const { language, region } = parsed(tag);
    if (language === locale && region) return `${language}-${region}`;
  }
  return locale;
}

/** A script tells the country too: `zh-Hant` is written in Taiwan. */
function parsed(tag: string | null | undefined): Partial<Intl.Locale> {
  try {
    const locale = new Intl.Locale(tag!.replace('_', '-'));
    return locale.script ? locale.maximize() : locale;
  } catch {
    // A page may say anything.
    return {};
  }
}
