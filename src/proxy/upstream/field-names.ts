/**
 * Settings the service in use spells differently from this project's own, ours to theirs. The interface leaves
 * the names inside the rate limiting, auto-open and lead form areas open (section 2.4), so a service that has
 * its own needs a line here and nothing elsewhere.
 */
const SERVICE_NAMES: Readonly<Record<string, string>> = {};

/** A patch as the service wants it. Only the top level is renamed; what is inside goes as it is. */
export function toServiceSettings(patch: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(patch).map(([name, value]) => [SERVICE_NAMES[name] ?? name, value]),
  );
}
