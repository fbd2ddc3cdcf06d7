import { existsSync, globSync } from 'node:fs';
import { aptInstall } from './apt.ts';

/** The Firefox for the tests: `FIREFOX_PATH` or the system's, installed if that is allowed; undefined otherwise. */
export function ensureFirefox(): string | undefined {
  const find = (): string | undefined =>
    [process.env.FIREFOX_PATH, '/usr/bin/firefox', '/usr/bin/firefox-esr'].find(
      path => path && existsSync(path),
    );
  return find() ?? (aptInstall('firefox-esr') ? find() : undefined);
}

/** The programs that run tests in WebKitGTK. */
export interface WebKit {
  driver: string;
  browser: string;
  /** A virtual screen; not needed if `DISPLAY` is set. */
  screen: string | undefined;
}

/** As above, for WebKitGTK, its driver and a screen. */
export function ensureWebKit(): WebKit | undefined {
  return findWebKit() ?? (aptInstall('webkit2gtk-driver', 'xvfb') ? findWebKit() : undefined);
}

function findWebKit(): WebKit | undefined {
  const driver = ['/usr/bin/WebKitWebDriver', '/usr/local/bin/WebKitWebDriver'].find(existsSync);
  const browser = globSync('/usr/{lib,libexec,lib64}/{*/,}webkit{2,}gtk-*/MiniBrowser')[0];
  const screen = ['/usr/bin/Xvfb'].find(existsSync);
  if (!driver || !browser || !(screen || process.env.DISPLAY)) return undefined;
  return { driver, browser, screen };
}
