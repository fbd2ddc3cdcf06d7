/**
 * What our own service says beside a reply that holds no answer, such as "I could not find that in the documents". The
 * interface has no field for it; a service that does not send it just leaves such replies uncounted.
 */
export const ANSWER_HEADER = 'X-Agent-Answer';
export const NO_ANSWER = 'none';
