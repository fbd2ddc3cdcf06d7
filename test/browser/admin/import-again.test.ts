/** What the panel fetches late can be had after a broken line, in a browser that remembers what failed too. */
import { expect } from '@open-wc/testing';
import { retryImport } from '../../../src/elements/admin/lazy-import.ts';

describe('a file of the panel that could not be had', () => {
  it('is asked for under an address that nothing has failed at', async () => {
    const address = new URL('../../../src/elements/admin/download.ts', import.meta.url).href;
    const failed = new TypeError(`error loading dynamically imported module: ${address}`);
    await retryImport(failed);
    await retryImport(failed);
    const asked = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.startsWith(`${address}?again=`));
    expect(new Set(asked.map(({ name }) => name)).size).to.equal(2);
  });

  it('fails as it did where the browser does not say which it was', async () => {
    const failed = new TypeError('Importing a module script failed.');
    const error = await retryImport(failed).catch((cause: unknown) => cause);
    expect(error).to.equal(failed);
  });
});
