import { assistantUi } from './assistant-ui.ts';
import { botframeworkWebchat } from './botframework-webchat.ts';
import { botpressWebchat } from './botpress-webchat.ts';
import { deepChat } from './deep-chat.ts';
import { flowiseEmbed } from './flowise-embed.ts';
import { n8nChat } from './n8n-chat.ts';
import type { Rival } from './rival.ts';
import { typebot } from './typebot.ts';

export const RIVALS: Rival[] = [
  deepChat,
  n8nChat,
  flowiseEmbed,
  botpressWebchat,
  assistantUi,
  botframeworkWebchat,
  typebot,
];
