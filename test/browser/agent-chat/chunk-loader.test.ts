/** Chunks of the script-tag bundle, also in Firefox, which never asks again for a module that failed once. */
import { expect } from '@open-wc/testing';
import { loadChunk } from '../../../src/elements/agent-chat/chunk-loader.ts';
import { windowCode } from '../../../src/elements/agent-chat/window-code.ts';
import { waitUntil } from '../wait-until.ts';

const FIREFOX = 'mozInnerScreenX' in window;

/** How each request for this chunk was made: by `fetch` or as a script. */
function requestsOf(name: string): string[] {
  const requests = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return requests
    .filter(entry => entry.name.endsWith(`/chunks/${name}`))
    .map(({ initiatorType }) => initiatorType);
}

async function fails(name: string): Promise<boolean> {
  return loadChunk(name).then(
    () => false,
    () => true,
  );
}

describe('a chunk of the script-tag bundle', () => {
  it('loads', async () => {
    await windowCode.load(location.href);
    // The source has no folder `chunks` beside it: from there, back to the source itself.
    expect(await loadChunk('../chunk-loader.ts?named=.js')).to.have.property('loadChunk');
  });

  it('is requested again after it failed, in Firefox only run once it was fetched', async () => {
    await windowCode.load(location.href);
    expect([await fails('nowhere.js'), await fails('nowhere.js')]).to.deep.equal([true, true]);
    if (!FIREFOX) return;
    await waitUntil(() => requestsOf('nowhere.js').length === 2, 'both requests');
    expect(requestsOf('nowhere.js')).to.deep.equal(['fetch', 'fetch']);
  });

  it('is never fetched if the proxy has another origin: the page’s policy may allow scripts from there and nothing else', async () => {
    await windowCode.load('https://proxy.test');
    expect(await fails('elsewhere.js')).to.equal(true);
    expect(requestsOf('elsewhere.js')).not.to.include('fetch');
  });
});
