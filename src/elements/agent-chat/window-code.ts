type WindowModule = typeof import('./window/agent-chat-window.ts');

export const importWindow = (): Promise<WindowModule> => import('./window/agent-chat-window.ts');

/**
 * Fetches the window's code before anybody wants it. Where the site's own bundler has put it is known to the
 * bundler alone, so here it is loaded.
 */
export const fetchWindow: (endpoint: string) => Promise<unknown> = importWindow;
