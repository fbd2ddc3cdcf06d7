import type { Plugin } from 'vite';
import { OFF, PUBLIC_DEFAULTS } from '../src/protocol/settings-defaults.ts';

/** Of the settings table, the widget's bundle gets what a visitor's page needs: the defaults of the public rows. */
export const leanSettings: Plugin = {
  name: 'lean-settings',
  apply: 'build',
  load(id) {
    return id.endsWith('/src/protocol/settings-defaults.ts') ? publicDefaults() : undefined;
  },
};

function publicDefaults(): string {
  return `export const PUBLIC_DEFAULTS = ${JSON.stringify(PUBLIC_DEFAULTS)};
export const DEFAULTS = PUBLIC_DEFAULTS;
export const OFF = ${JSON.stringify(OFF)};`;
}
