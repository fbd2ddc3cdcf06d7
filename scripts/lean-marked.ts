import type { Plugin } from 'vite';

/**
 * Leaves of marked what the widget runs: the lexer with its default options. marked's one file builds an instance of
 * everything when it loads, so no bundler can tell that its HTML writer, hooks and pedantic mode are never used.
 */
export const leanMarked: Plugin = {
  name: 'lean-marked',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    return /\/marked\/lib\/marked\.esm\.js$/.test(id) ? keepLexer(code) : undefined;
  },
};

/** Throws when marked's file is not as expected: better no build than half a parser. */
export function keepLexer(code: string): string {
  const instance = /var (\w+)=new \w+;function (\w+)\(\w+,\w+\)\{return \1\.parse\(/.exec(code);
  const lexer = /(\w+) as Lexer\b/.exec(code);
  if (!instance || !lexer) throw new Error('marked changed its file: adapt scripts/lean-marked.ts');
  return `${code
    .slice(0, instance.index)
    .replaceAll('this.options.pedantic', 'false')
    .replaceAll('this.options.extensions?.', '(void 0)?.')
    .replace(/,pedantic:\w+/g, '')}export{${lexer[1]} as Lexer};`;
}
