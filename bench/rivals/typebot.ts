import type { Rival } from './rival.ts';

const NO_STREAM = 'its answers come as whole bubbles from its server, which is not part of the package';

export const typebot: Rival = {
  id: 'typebot',
  package: '@typebot.io/js',
  view: ['typebot-bubble', 'button[part=button]'],
  body: '',
  wire: { type: 'application/json', token: () => '', end: () => '{}' },
  question: () => '',
  without: { paced: NO_STREAM, fast: NO_STREAM, restore: NO_STREAM, more: NO_STREAM },
};
