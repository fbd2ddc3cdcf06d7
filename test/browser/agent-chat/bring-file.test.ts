/** What the script tag's bundle fetches later, also in the browser that never asks again for a module it could not have. */
import { expect } from '@open-wc/testing';
import { bringFile, filesFrom } from '../../../src/elements/agent-chat/bring-file.ts';
import { waitUntil } from '../wait-until.ts';

const FIREFOX = 'mozInnerScreenX' in window;

/** What the files of this name were asked for as, one for each time. */
function askedAs(name: string): string[] {
  const asked = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return asked
    .filter(entry => entry.name.endsWith(`/chunks/${name}.js`))
    .map(({ initiatorType }) => initiatorType);
}

async function isRefused(name: string): Promise<boolean> {
  return bringFile(name).then(
    () => false,
    () => true,
  );
}

describe('a lazily loaded file', () => {
  it('is loaded', async () => {
    filesFrom(location.href);
    // The source has no such folder beside it: from there, back to the source itself.
    expect(await bringFile('../bring-file.ts?named=')).to.have.property('bringFile');
  });

  it('is requested again after a failure; Firefox imports it only after it has been fetched', async () => {
    filesFrom(location.href);
    expect([await isRefused('nowhere'), await isRefused('nowhere')]).to.deep.equal([true, true]);
    if (!FIREFOX) return;
    await waitUntil(() => askedAs('nowhere').length === 2, 'the browser to tell of both');
    expect(askedAs('nowhere')).to.deep.equal(['fetch', 'fetch']);
  });

  it('is not fetched from another origin, whose policy may allow only scripts', async () => {
    filesFrom('https://proxy.test');
    expect(await isRefused('elsewhere')).to.equal(true);
    expect(askedAs('elsewhere')).not.to.include('fetch');
  });
});
