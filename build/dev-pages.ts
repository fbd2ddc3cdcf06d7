import type { Plugin } from 'vite';

/**
 * In development the pages load `/agent-chat.js` as in production, and get the sources. They are for the agent of the
 * running `npm start`, whose own page names it.
 */
export function devPages(bundles: Record<string, string>, server: string): Plugin {
  return {
    name: 'dev-pages',
    apply: 'serve',
    resolveId: id => bundles[id],
    async transformIndexHtml(html) {
      const response = await fetch(server).catch(() => undefined);
      const agentId = /agent-id="([^"]+)"/.exec((await response?.text()) ?? '')?.[1];
      if (!agentId) throw new Error(`There is no running npm start at ${server}`);
      return html.replaceAll('__AGENT_ID__', agentId);
    },
  };
}
