/** Entry of the bundle for script tags: the element, and what loads the other chunks of the bundle. */
// First: the element may ask for a chunk as soon as it is defined.
import './elements/agent-chat/chunk-loader.ts';

export { AgentChat } from './agent-chat.ts';
export { loadChunk } from './elements/agent-chat/chunk-loader.ts';
