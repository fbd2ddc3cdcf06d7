/** Code that loads lazily can be loaded again after a lost connection. */
import { expect } from '@open-wc/testing';
import { retryImport } from '../../../src/elements/admin/lazy-import.ts';

describe('a part of the panel that failed to load', () => {
  it('is requested at a new URL', async () => {
    const address = new URL('../../../src/elements/admin/download.ts', import.meta.url).href;
    const failed = new TypeError(`error loading dynamically imported module: ${address}`);
    await retryImport(failed);
    await retryImport(failed);
    const asked = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.startsWith(`${address}?again=`));
    expect(new Set(asked.map(({ name }) => name)).size).to.equal(2);
  });

  it('fails with the same error if the browser does not name the URL', async () => {
    const failed = new TypeError('Importing a module script failed.');
    const error = await retryImport(failed).catch((cause: unknown) => cause);
    expect(error).to.equal(failed);
  });
});
