import { OWN_WIRE } from '../answer-stream.ts';
import { messageOf, type Rival } from './rival.ts';

export const botpressWebchat: Rival = {
  id: 'botpress-webchat',
  package: '@botpress/webchat',
  view: ['#launcher'],
  body: '<div id="root"></div>',
  wire: OWN_WIRE,
  question: messageOf,
};
