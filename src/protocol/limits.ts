/** The numbers of docs/interface.md section 8, and limits of this project that the interface leaves open. */

/** Characters (Unicode code points) in a chat `message`: 1 to 2000. Section 8. */
export const MESSAGE_MAX = 2000;
/** Characters in a `userId`. The interface names no limit; this is what OpenID Connect and SAML allow a subject. */
export const USER_ID_MAX = 256;
/**
 * Characters in a `conversationId` as a client may send it. The interface names no limit, and the proxy gives out
 * ids a third longer than the service's own.
 */
export const CONVERSATION_ID_MAX = 2048;

/** Contacts in one create request: 1 to 1000. Section 8. */
export const CONTACTS_MAX = 1000;
/** `per_page` of the contact list: 10 to 1000. Section 8; the default is ours. */
export const PER_PAGE_MIN = 10;
export const PER_PAGE_MAX = 1000;
export const PER_PAGE_DEFAULT = 50;
/** `page` starts at 1. Section 8; the default is ours. */
export const PAGE_DEFAULT = 1;

/** Client guidance of docs/interface.md section 8: first retry after 1 s, doubling, never more than 30 s. */
export const BACKOFF_FIRST_MS = 1000;
export const BACKOFF_MAX_MS = 30_000;

/** Milliseconds before retry number `attempt` (0 is the first): 1 s doubling to 30 s, docs/interface.md section 8. */
export function backoffDelay(attempt: number): number {
  return Math.min(BACKOFF_FIRST_MS * 2 ** attempt, BACKOFF_MAX_MS);
}

/** Seconds of the window the request limits count in. Section 8. */
export const RATE_WINDOW_SECONDS = 60;
/** Requests a minute of the smallest plan. Section 8. */
export const RATE_LIMIT_LEAST = 60;

/** Characters in the contact fields that a visitor fills in. Section 4.2 names no limits; these are ours. */
export const CONTACT_MAX = { name: 255, email: 320, phonenumber: 64 } as const;
/** Bytes of one contact as JSON. A page lists up to 1000 of them, which must fit into memory. */
export const CONTACT_BYTES_MAX = 65_536;

/** Tools that a page offers with one question, and calls of one reply. The interface has no tools; these limits are ours. */
export const TOOLS_MAX = 20;
/** What OpenAI-compatible models accept as the name of a function. */
export const TOOL_NAME = /^[\w-]{1,64}$/;
/** Characters. */
export const TOOL_DESCRIPTION_MAX = 1000;
export const TOOL_CALL_ID_MAX = 256;
/** Bytes as JSON. Tools, results and a message together fit into a body of 64 KB. */
export const TOOLS_BYTES_MAX = 16_384;
export const TOOL_RESULTS_BYTES_MAX = 24_576;
/** How many times the page sends results back to the agent for one question. */
export const TOOL_ROUNDS_MAX = 5;
