/**
 * The chat's language with a region, taken from the page or else from the browser: voices and recognisers differ by
 * region.
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

/** A script implies a region: `zh-Hant` is Taiwan's. */
function parsed(tag: string | null | undefined): Partial<Intl.Locale> {
  try {
    const locale = new Intl.Locale(tag!.replace('_', '-'));
    return locale.script ? locale.maximize() : locale;
  } catch {
    // The tag may be invalid.
    return {};
  }
}
