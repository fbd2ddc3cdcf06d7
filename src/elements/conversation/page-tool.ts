export type { ClientTool as PageTool } from '../../client/index.ts';
