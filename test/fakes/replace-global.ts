/** Puts something of the test's own in the place of what the browser has, or nothing. Returns the way back. */
export function replaceGlobal(name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(window, name);
  Object.defineProperty(window, name, { configurable: true, writable: true, value });
  return () => {
    delete (window as unknown as Record<string, unknown>)[name];
    if (before) Object.defineProperty(window, name, before);
  };
}
