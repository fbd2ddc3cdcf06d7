type WindowModule = typeof import('./window/agent-chat-window.ts');

export const importWindow = (_endpoint: string): Promise<WindowModule> =>
  import('./window/agent-chat-window.ts');

/**
 * Brings the window's code near without a wish to use it yet. Where the site's own bundler has put it is known to the
 * bundler alone, so here it is loaded.
 */
export const fetchWindow: (endpoint: string) => Promise<unknown> = importWindow;
