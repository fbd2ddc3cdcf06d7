type WindowModule = typeof import('./window/agent-chat-window.ts');

/** How the window's code is had for a chat whose proxy is at `endpoint`. */
export interface WindowCode {
  load(endpoint: string): Promise<WindowModule>;
  /** Fetches the code before anybody wants it. */
  prefetch(endpoint: string): Promise<unknown>;
}

const load = (): Promise<WindowModule> => import('./window/agent-chat-window.ts');

/** Only a site's own bundler knows where it has put the file: there, to prefetch is to load. */
export const windowCode: WindowCode = { load, prefetch: load };
