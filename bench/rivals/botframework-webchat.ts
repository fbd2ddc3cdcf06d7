import { OWN_WIRE } from '../answer-stream.ts';
import { messageOf, type Rival } from './rival.ts';

export const botframeworkWebchat: Rival = {
  id: 'botframework-webchat',
  package: 'botframework-webchat',
  view: [
    '.webchat__send-box-text-box__input, [data-testid="send box text area"], textarea, input[type=text]',
  ],
  body: '<div id="root" style="inline-size: 360px; block-size: 560px"></div>',
  wire: OWN_WIRE,
  question: messageOf,
};
