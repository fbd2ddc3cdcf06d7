/**
 * `JSON.stringify` on a page whose scripts define `toJSON` for all arrays or objects, as Prototype.js before 1.7 does: the
 * methods are removed for the call, which is synchronous. Otherwise arrays become strings.
 */
export function stringify(value: unknown, indent?: number): string {
  const restore = [Array.prototype, Object.prototype].map(prototype => {
    const own = Object.getOwnPropertyDescriptor(prototype, 'toJSON');
    return own && Reflect.deleteProperty(prototype, 'toJSON')
      ? () => Object.defineProperty(prototype, 'toJSON', own)
      : () => {};
  });
  try {
    return JSON.stringify(value, undefined, indent);
  } finally {
    for (const undo of restore) undo();
  }
}
