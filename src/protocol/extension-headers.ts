/** Headers that this project's proxy and its own service exchange beside the interface. Other services send none. */

/** The service takes `tools` and `toolResults` in a chat request. Other services never get these fields. */
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
