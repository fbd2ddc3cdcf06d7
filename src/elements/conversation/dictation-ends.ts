import type { MoreHost } from './more-host.ts';

/**
 * Tells of what ends a dictation besides the visitor's own word. Returns the way out.
 * @param keep the window closes, the tab goes out of sight, a question is asked: what was heard so far is kept.
 * @param drop another conversation is in view: it was not said in that one.
 */
export function watchEnds(host: MoreHost, keep: () => void, drop: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const chat = (host.getRootNode() as ShadowRoot).host as HTMLElement | undefined;
  chat?.addEventListener('agent-chat-close', keep, { signal });
  const onVisibility = (): void => {
    if (document.hidden) keep();
  };
  document.addEventListener('visibilitychange', onVisibility, { signal });
  const { conversation } = host;
  let begin = conversation?.state.messages[0]?.key;
  const off = conversation?.subscribe(action => {
    const now = conversation.state.messages[0]?.key;
    // What is being sent is still in the field until then.
    if (action.type === 'send') queueMicrotask(keep);
    // The same one in the state of another tab goes on.
    else if (action.type === 'replace' && (action.forgotten || now !== begin)) drop();
    begin = now;
  });
  return () => {
    listening.abort();
    off?.();
  };
}
