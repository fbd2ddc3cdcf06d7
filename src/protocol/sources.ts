/** What an agent answers from: an extension of this project's own service, under `/v2/chatbots/{chatbotId}/sources`. */

/** The name of the source of all uploaded files, for `agent-chat ingest --forget` too. */
export const UPLOADS = 'upload://files';

/** `sample`: this project's own documents, until the owner has others. */
export type SourceKind = 'uploads' | 'folder' | 'site' | 'sample';

export interface KnowledgeSource {
  /** The folder, or the address of the sitemap or page; `UPLOADS` for uploaded files. */
  name: string;
  kind: SourceKind;
  /** Whether the service follows it and reads changes, as with the folders of `DOCS_DIR`. Such a source cannot be forgotten here. */
  isFollowed: boolean;
  documents: number;
  passages: number;
  /** Unix seconds of the last document that was read; null if that is not known. */
  readAt: number | null;
  /** Of a website that was added in the panel. */
  reading?: SiteReading;
}

/** How far a website is read, and when it is read again. */
export interface SiteReading {
  state: 'waiting' | 'reading' | 'paused' | 'idle';
  /** Pages of the current reading, or of the last one; 0 until they are found. */
  found: number;
  /** Pages that are finished, skipped ones included. */
  done: number;
  skipped: number;
  /** Estimated; null if that is not known. */
  secondsLeft: number | null;
  /** 1 to `HOURS_MAX`; null: only when the owner says so. */
  everyHours: number | null;
  /** Unix seconds; null if no reading is planned, or one is due. */
  nextAt: number | null;
  /** Why the last reading could not read the website at all. */
  fault: SkipCode | null;
}

/** A website to add, or to change. */
export interface SiteChange {
  /** Of a sitemap or page: http or https. */
  address: string;
  everyHours?: number | null | undefined;
  isPaused?: boolean | undefined;
  /** Reads a known website again; a new one is read in any case. */
  readNow?: boolean | undefined;
}

/** A page that was not read, or a document that the owner has forgotten. */
export interface SkippedDocument {
  path: string;
  reason: SkipCode | 'forgotten';
}

export interface KnowledgeDocument {
  id: number;
  /** Within its source; for a page of a site, its address. */
  path: string;
  title: string;
  /** Empty if citations have no link. */
  url: string;
  /** Bytes. */
  size: number;
  passages: number;
  /** Unix seconds; null if that is not known. */
  readAt: number | null;
}

/** A part of a document as it is searched. */
export interface DocumentPassage {
  /** The headings above it, joined by " › "; may be empty. */
  heading: string;
  body: string;
}

/** A piece of a file. The first has the offset 0; an empty one asks how far the upload is. */
export interface UploadPiece {
  name: string;
  /** Bytes of the whole file. */
  size: number;
  /** Bytes before this piece. */
  offset: number;
  /** Base64. */
  data: string;
}

/** Why a file or page was not read. Uploads have only those of the first line. */
export const SKIP_CODES = [
  ...(['format', 'too-large', 'password', 'no-text', 'encoding', 'damaged', 'nested', 'full'] as const),
  ...(['address', 'scheme', 'elsewhere', 'private', 'unreachable', 'slow', 'status', 'gone'] as const),
  ...(['robots', 'noindex', 'no-pages', 'long-address'] as const),
] as const;
export type SkipCode = (typeof SKIP_CODES)[number];

/** How far an upload is. If `received` is not the end of the piece that was sent, go on from there. */
export interface UploadState {
  received: number;
  /** `receiving` pieces, `reading` the whole file, in the index (`stored`), or not usable (`skipped`). */
  status: 'receiving' | 'reading' | 'stored' | 'skipped';
  reason?: SkipCode;
  /** What could not be read of a stored file; in English. */
  warning?: string;
}

/** What is found for a question, and why. */
export interface QuestionFindings {
  /** The answer of the owner that would be given instead of all passages. */
  taught: { id: string; question: string } | null;
  /** The most relevant first; up to `FINDINGS_MAX`. */
  passages: PassageFinding[];
}

export interface PassageFinding extends DocumentPassage {
  title: string;
  url: string;
  /** Whether it would be quoted, offered as one that may help, or neither. */
  verdict: 'answers' | 'may-help' | 'too-little';
  /** Words of the question that it contains, and those that it lacks. */
  found: string[];
  missing: string[];
}

export const FINDINGS_MAX = 5;
/** Passages of a document that are shown. */
export const PASSAGES_MAX = 500;
/** Documents of a source that are listed. */
export const DOCUMENTS_MAX = 1000;
/** Skipped documents of a source that are listed. */
export const SKIPPED_MAX = 1000;
/** Websites of an agent. */
export const SITES_MAX = 100;
/** A year. */
export const HOURS_MAX = 8760;
/** Bytes of a piece; divisible by 3, so that Base64 needs no padding. */
export const PIECE_MAX = 384 * 1024;
/** Characters. */
export const FILE_NAME_MAX = 200;
export const ASK_MAX = 2000;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isUploadId(id: string): boolean {
  return UUID.test(id);
}

/** Whether a part of a path names a document. */
export function isDocumentId(id: string): boolean {
  return /^\d{1,15}$/.test(id);
}
