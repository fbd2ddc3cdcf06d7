import type { PassageUse } from '../../protocol/conversations.ts';
import type { CitationPart } from '../../protocol/message.ts';
import type { FoundPassage } from '../knowledge/index/passage-store.ts';
import { TEXT_FRAGMENT } from '../knowledge/reading/document.ts';
import { plainText } from '../knowledge/reading/plain-text.ts';
import { excerpt, type Term } from './excerpt.ts';

/** Characters. */
const QUOTE_LENGTH = 200;

/** A cited passage, and the terms to look for in the part that is quoted; none: its beginning is quoted. */
export interface Cited {
  passage: FoundPassage;
  held: readonly Term[];
}

/** One citation for each place; two passages under one heading share theirs. */
export function citations(cited: readonly Cited[]): CitationPart[] {
  const byPlace = new Map<string, CitationPart>();
  for (const { passage, held } of cited) {
    const place = placeOf(passage);
    if (byPlace.has(place)) continue;
    const url = addressOf(passage);
    const words = plainText(excerpt(passage, held, QUOTE_LENGTH));
    const quote = words.length > QUOTE_LENGTH ? `${[...words].slice(0, QUOTE_LENGTH).join('')}…` : words;
    byPlace.set(place, { type: 'citation', title: headline(passage), ...(url && { url }), quote });
  }
  return [...byPlace.values()];
}

/** What a reply was made from, for the owner: in the given order, each place once. */
export function passageUses(passages: readonly FoundPassage[]): PassageUse[] {
  const byPlace = new Map(passages.map(passage => [placeOf(passage), passage]));
  return [...byPlace.values()].map(passage => {
    const url = addressOf(passage);
    return { title: headline(passage), ...(url && { url }) };
  });
}

/** Passages of one place are cited as one. */
export function placeOf({ documentId, anchor }: FoundPassage): string {
  return `${documentId}#${anchor}`;
}

export function headline({ title, heading }: FoundPassage): string {
  return heading === '' ? title : `${title} › ${heading}`;
}

function addressOf({ url, anchor }: FoundPassage): string {
  return url === '' || anchor === '' ? url : `${url}#${fragment(anchor)}`;
}

function fragment(anchor: string): string {
  // A hyphen in a text fragment has a meaning of its own.
  if (anchor.startsWith(TEXT_FRAGMENT))
    return TEXT_FRAGMENT + encodeURIComponent(anchor.slice(TEXT_FRAGMENT.length)).replaceAll('-', '%2D');
  // A page of a PDF is `page=3`, which a viewer must find unescaped.
  return encodeURIComponent(anchor).replaceAll('%3D', '=');
}
