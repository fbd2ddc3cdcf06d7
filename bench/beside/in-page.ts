/** What every measured page sets: how a visitor opens the chat and asks, how its site brings a conversation back. */
export interface Driven {
  open(): void | Promise<void>;
  ask(text: string): void | Promise<void>;
  restore(pairs: [string, string][]): void | Promise<void>;
}

/** What is looked at from within, the same way in every page. */
export interface Watch {
  /** Milliseconds from the start of the navigation until the first view was there to be painted. */
  view: number;
  tasks: number[];
  shift: number;
  /** Looks for shadow roots; then counts how often words are in the page. */
  count(words: string): number;
  /** Waits until the words are there and on screen. */
  painted(words: string): Promise<void>;
  /** Waits until the words are there so many times and ten frames have changed nothing. */
  settled(words: string, times: number): Promise<void>;
}

export type Watched = typeof globalThis & { watch: Watch; subject: Driven };

/** Runs in the page before all else. */
export function watchFromWithin(view: string[]): void {
  const watch: Watch = { view: 0, tasks: [], shift: 0, count, painted, settled };
  Object.assign(window, { watch });
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) watch.tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver(list => {
    for (const entry of list.getEntries())
      watch.shift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });

  const isInView = (): boolean => {
    let found: Element | null = null;
    for (const selector of view) {
      const root: ParentNode | null = found ? found.shadowRoot : document;
      found = root?.querySelector(selector) ?? null;
    }
    return found?.checkVisibility() === true && found.getBoundingClientRect().width > 0;
  };
  const look = (): void => {
    if (isInView()) watch.view = performance.now();
    else requestAnimationFrame(look);
  };
  if (view.length > 0) requestAnimationFrame(look);

  let roots: ParentNode[] = [];
  function findRoots(root: ParentNode): void {
    roots.push(root);
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) findRoots(shadowRoot);
  }
  function there(words: string): number {
    const texts = roots.map(
      root => (root instanceof Document ? root.body : (root as Node)).textContent ?? '',
    );
    return texts.reduce((sum, text) => sum + text.split(words).length - 1, 0);
  }
  function count(words: string): number {
    roots = [];
    findRoots(document);
    return there(words);
  }
  /** A run must end: what is not there a minute after the network is done will not come. */
  function giveUp(since: number, words: string): void {
    if (performance.now() - since > 60_000) throw new Error(`Not drawn within a minute: ${words}`);
  }
  async function painted(words: string): Promise<void> {
    const since = performance.now();
    for (let frames = 1; there(words) === 0; frames++) {
      giveUp(since, words);
      await new Promise(requestAnimationFrame);
      if (frames % 60 === 0) count(words);
    }
    // A task that was queued in a frame runs after that frame is on screen.
    await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
  }
  async function settled(words: string, times: number): Promise<void> {
    let quiet = 0;
    const changes = new MutationObserver(() => {
      quiet = 0;
    });
    const follow = (): void => {
      for (const root of roots)
        changes.observe(root, { childList: true, characterData: true, subtree: true });
    };
    follow();
    const since = performance.now();
    for (let frames = 0; ; frames++) {
      giveUp(since, words);
      await new Promise(requestAnimationFrame);
      if (++quiet < 10) continue;
      if (there(words) >= times) break;
      quiet = 0;
      if (frames > 60 && count(words) >= times) break;
      follow();
    }
    changes.disconnect();
  }
}
