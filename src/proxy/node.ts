export { type NodeHandler, toNodeHandler } from './http/node-handler.ts';
