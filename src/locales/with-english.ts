/**
 * Loads the rest of English together with lazy code that needs it. In every language: the next chat of the page may be
 * in English.
 */
export async function withEnglish<M>(code: M | Promise<M>): Promise<M> {
  const [module] = await Promise.all([code, import('./en.ts')]);
  return module;
}
