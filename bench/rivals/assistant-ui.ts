import { OWN_WIRE } from '../answer-stream.ts';
import { messageOf, type Rival } from './rival.ts';

export const assistantUi: Rival = {
  id: 'assistant-ui',
  package: '@assistant-ui/react',
  view: ['#launcher'],
  body: '<div id="root"></div>',
  wire: OWN_WIRE,
  question: messageOf,
};
