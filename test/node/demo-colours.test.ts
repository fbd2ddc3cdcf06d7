/** Widget, panel and the pages around them look like one product. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { panelStyles } from '../../src/elements/admin/styles/panel.ts';
import { theme } from '../../src/elements/agent-chat/window/theme.ts';
import { COLOURS } from '../../src/elements/default-colours.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The token of the elements that each custom property of a page repeats. */
const REPEATED = { '--ink': 'text', '--soft': 'muted', '--line': 'border' } as const;

test('widget and panel have the same default colours', () => {
  const panel = [panelStyles].flat(3).map(String).join('');
  for (const colour of Object.values(COLOURS)) {
    assert.ok(theme.cssText.includes(colour.cssText), `the widget lacks ${colour}`);
    assert.ok(panel.includes(colour.cssText), `the panel lacks ${colour}`);
  }
});

test('the pages around the elements have their colours', () => {
  const pages = globSync('demo/*.css', { cwd: ROOT }).filter(file => !/gallery|shop/.test(file));
  assert.ok(pages.length > 0);
  for (const page of pages) {
    const styles = readFileSync(join(ROOT, page), 'utf8');
    for (const [property, token] of Object.entries(REPEATED)) {
      const value = new RegExp(`${property}: (light-dark\\([^)]*\\));`).exec(styles)?.[1];
      assert.equal(value, COLOURS[token].cssText, `${page}, ${property}`);
    }
  }
});
