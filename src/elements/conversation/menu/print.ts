import type { ConversationState, TranscriptWords } from '../../../client/index.ts';
import { isToolRound, messageMarkdown } from '../../../client/index.ts';
import type { Strings } from '../../../locales/strings.ts';
import { renderMarkdown } from '../../../markdown/index.ts';
import { exactTime } from '../message/message-time.ts';

const PAPER = `
  body { max-width: 40em; margin: 2em auto; font: 12pt/1.5 system-ui, sans-serif; }
  article { margin-block: 1.5em; }
  h2 { margin: 0 0 .25em; font-size: 1em; break-after: avoid; }
  time { margin-inline-start: .5em; font-weight: 400; opacity: .7; }
  pre { padding: .75em; border: 1px solid; white-space: pre-wrap; }
  table { border-collapse: collapse; }
  th, td { padding: .25em .75em; border: 1px solid; text-align: start; }
  .as-typed { white-space: pre-wrap; }
  button { display: none; }
`;

/** Writes the conversation into an empty document for printing. */
export function paperDocument(
  page: Document,
  { messages }: ConversationState,
  words: TranscriptWords,
  strings: Strings,
  dir: string,
): void {
  page.title = words.title;
  page.documentElement.lang = words.locale;
  page.documentElement.dir = dir;
  const heading = page.createElement('h1');
  heading.textContent = words.title;
  page.body.append(heading);
  for (const message of messages) {
    if (isToolRound(message)) continue;
    const article = page.createElement('article');
    const who = page.createElement('h2');
    const when = page.createElement('time');
    when.textContent = exactTime(message.createdAt, words.locale);
    who.append(message.role === 'user' ? words.you : words.agent, when);
    const text = document.createElement('div');
    if (message.role === 'user') {
      text.className = 'as-typed';
      text.dir = 'auto';
      text.textContent = messageMarkdown(message);
    } else renderMarkdown(text, messageMarkdown(message), { strings });
    article.append(who, page.adoptNode(text));
    if (message.incomplete) {
      const end = page.createElement('p');
      end.textContent = words.incomplete[message.incomplete];
      article.append(end);
    }
    page.body.append(article);
  }
}

/** Prints the conversation without the page around it. */
export function printConversation(
  state: ConversationState,
  words: TranscriptWords,
  strings: Strings,
  dir: string,
): void {
  const frame = document.createElement('iframe');
  frame.title = words.title;
  frame.hidden = true;
  document.body.append(frame);
  const paper = frame.contentWindow!;
  // A constructed sheet passes a strict content security policy, a style element does not.
  const sheet = new (paper as Window & typeof globalThis).CSSStyleSheet();
  sheet.replaceSync(PAPER);
  paper.document.adoptedStyleSheets = [sheet];
  paperDocument(paper.document, state, words, strings, dir);
  paper.addEventListener('afterprint', () => frame.remove(), { once: true });
  paper.print();
}
