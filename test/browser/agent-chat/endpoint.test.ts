import { expect } from '@open-wc/testing';
import { endpointOf } from '../../../src/elements/agent-chat/script-tag.ts';

describe('where the proxy is when nobody says', () => {
  const root = new URL('/', location.href).href;
  const cases: Record<string, [script: string, endpoint: string]> = {
    'beside the script': ['https://chat.example/agent-chat.js', 'https://chat.example/'],
    'beside the panel’s script': ['https://chat.example/agent-chat-admin.js', 'https://chat.example/'],
    'in the script’s folder': ['https://chat.example/tools/agent-chat.js?v=2', 'https://chat.example/tools/'],
    'at the root of a site that bundles the chat': [`${root}assets/index-4f2a.js`, root],
    'at the root of a site that serves packages as they are': [
      `${root}node_modules/agent-chat/dist/agent-chat.js`,
      root,
    ],
  };
  for (const [where, [script, endpoint]] of Object.entries(cases)) {
    it(where, () => expect(endpointOf(script)).to.equal(endpoint));
  }
});
