import { renderMarkdown } from '../markdown/index.ts';
import { messageMarkdown } from './clipboard.ts';
import { exactTime } from './message-time.ts';
import type { TranscriptView } from './transcript.ts';

const PAPER = `
  body { max-width: 40em; margin: 2em auto; font: 12pt/1.5 system-ui, sans-serif; }
  article { margin-block: 1.5em; }
  h2 { margin: 0 0 .25em; font-size: 1em; break-after: avoid; }
  time { margin-inline-start: .5em; font-weight: 400; opacity: .7; }
  pre { padding: .75em; border: 1px solid; white-space: pre-wrap; }
  table { border-collapse: collapse; }
  th, td { padding: .25em .75em; border: 1px solid; text-align: start; }
  button { display: none; }
`;

/** The conversation as a document of its own, ready for paper. */
export function paperDocument(page: Document, view: TranscriptView): void {
  const { title, messages, strings, locale } = view;
  page.title = title;
  page.documentElement.lang = locale;
  const heading = page.createElement('h1');
  heading.textContent = title;
  page.body.append(heading);
  for (const message of messages) {
    const article = page.createElement('article');
    const who = page.createElement('h2');
    const when = page.createElement('time');
    when.textContent = exactTime(message.createdAt, locale);
    who.append(message.role === 'user' ? strings.you : title, when);
    const text = document.createElement('div');
    if (message.role === 'user') text.textContent = messageMarkdown(message);
    else renderMarkdown(text, messageMarkdown(message), { strings });
    article.append(who, page.adoptNode(text));
    page.body.append(article);
  }
}

/** Prints the conversation alone, not the page around it. */
export function printConversation(view: TranscriptView): void {
  const frame = document.createElement('iframe');
  frame.title = view.title;
  frame.hidden = true;
  document.body.append(frame);
  const paper = frame.contentWindow!;
  // A sheet made in the frame's own window passes a strict policy, where a style element would not.
  const sheet = new (paper as Window & typeof globalThis).CSSStyleSheet();
  sheet.replaceSync(PAPER);
  paper.document.adoptedStyleSheets = [sheet];
  paperDocument(paper.document, view);
  paper.addEventListener('afterprint', () => frame.remove());
  paper.print();
}
