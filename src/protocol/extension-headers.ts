/** Headers that this project's proxy and its own service exchange beside the interface. Other services send none. */

/** The service accepts `tools` and `toolResults` in a chat request. Other services never get these fields. */
export const TOOLS_HEADER = 'X-Agent-Tools';
export const TAKEN = 'taken';

/**
 * The service marks a reply that holds no answer, such as "I could not find that in the documents". Without the header
 * such replies are not counted as unanswered.
 */
export const ANSWER_HEADER = 'X-Agent-Answer';
export const NO_ANSWER = 'none';

/**
 * The proxy says that it already applies the agent's `rateLimit` to each visitor: the service sees them all at the
 * proxy's address. Believed only with an API key.
 */
export const VISITOR_LIMIT_HEADER = 'X-Visitor-Limit';
export const APPLIED = 'applied';

/** The service names its models to the holder of a key: a `ModelsState`, encoded. Sent with contacts. */
export const MODELS_HEADER = 'X-Agent-Models';

/** The proxy names the visitor of a chat by a digest, so that the owner can find and delete what this visitor wrote. */
export const CONVERSATION_VISITOR_HEADER = 'X-Agent-Visitor';

/**
 * The proxy sends it with a contact that a visitor submits: the service then updates the contact with the same
 * `external_id`. Services that do not know it answer 409.
 */
export const CONTACT_HEADER = 'X-Agent-Contact';
export const OWN_CONTACT = 'own';

/**
 * The extensions of the service: `conversations`, with the days that they are kept if they are deleted at all
 * (`conversations;days=180`), `answers`, which the owner writes, `models`, a report of them, `sources` of its documents, and
 * `personal-data`, which finds and deletes what is stored about a person, and `contacts`,
 * which can be changed one by one. Other services send none, and get no request for an extension.
 */
export const EXTENSIONS_HEADER = 'X-Agent-Extensions';

/** What a service offers besides the interface. */
export interface Extensions {
  /** `days`: until a conversation is deleted after its last message; null: never. */
  conversations?: { days: number | null };
  answers?: true;
  models?: true;
  sources?: true;
  personalData?: true;
  /** That single contacts can be changed and deleted. */
  contacts?: true;
}

export function writeExtensions({
  conversations,
  answers,
  models,
  sources,
  personalData,
  contacts,
}: Extensions): string {
  const days = conversations?.days ?? null;
  const named = [
    ...(conversations ? [days === null ? 'conversations' : `conversations;days=${days}`] : []),
    ...(answers ? ['answers'] : []),
    ...(models ? ['models'] : []),
    ...(sources ? ['sources'] : []),
    ...(personalData ? ['personal-data'] : []),
    ...(contacts ? ['contacts'] : []),
  ];
  return named.join(', ');
}

export function readExtensions(header: string | null): Extensions {
  const named = (header ?? '').split(',').map(name => name.trim());
  const conversations = named.map(name => /^conversations(?:;days=(\d{1,9}))?$/.exec(name)).find(Boolean);
  return {
    ...(conversations && {
      conversations: { days: conversations[1] === undefined ? null : Number(conversations[1]) },
    }),
    ...(named.includes('answers') && { answers: true }),
    ...(named.includes('models') && { models: true }),
    ...(named.includes('sources') && { sources: true }),
    ...(named.includes('personal-data') && { personalData: true }),
    ...(named.includes('contacts') && { contacts: true }),
  };
}
