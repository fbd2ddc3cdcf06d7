import { Parser } from 'htmlparser2';
import { PassageCollector, type ReadDocument } from './document.ts';

const SKIPPED = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'nav',
  'header',
  'footer',
  'aside',
  'form',
]);
const BLOCKS = new Set(
  'address article blockquote dd div dl dt figcaption figure li main ol p pre section table td th tr ul body'.split(
    ' ',
  ),
);

/** Reads the words of an HTML page: headings and blocks, without its navigation, forms and scripts. */
export function readHtml(source: string, fallbackTitle: string): ReadDocument {
  const collector = new PassageCollector();
  let skipping = 0;
  let heading: { level: number; anchor: string | undefined } | undefined;
  let text = '';
  let title = '';
  let inTitle = false;
  let inCode = false;

  const flush = (): void => {
    if (inCode) collector.block(`\`\`\`\n${text.replace(/^\n+|\s+$/g, '')}\n\`\`\``);
    else collector.block(text.replace(/\s+/g, ' '));
    text = '';
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      if (SKIPPED.has(name)) skipping++;
      if (name === 'title') inTitle = true;
      const level = /^h([1-6])$/.exec(name)?.[1];
      if (level) {
        flush();
        heading = { level: Number(level), anchor: attributes.id };
      } else if (BLOCKS.has(name)) {
        if (!inCode) flush();
        if (name === 'li') text = '- ';
        if (name === 'pre') inCode = true;
      } else if (name === 'br') text += inCode ? '\n' : ' ';
    },
    ontext(piece) {
      if (inTitle) title += piece;
      else if (skipping === 0) text += piece;
    },
    onclosetag(name) {
      if (SKIPPED.has(name)) skipping = Math.max(0, skipping - 1);
      if (name === 'title') inTitle = false;
      if (heading && /^h[1-6]$/.test(name)) {
        const words = text.replace(/\s+/g, ' ').trim();
        if (words !== '') collector.heading(heading.level, words, heading.anchor);
        heading = undefined;
        text = '';
      } else if (BLOCKS.has(name) && (!inCode || name === 'pre')) {
        flush();
        inCode = false;
      }
    },
  });
  parser.write(source);
  parser.end();
  flush();
  return collector.finish(title.trim() || fallbackTitle, title.trim() || undefined);
}
