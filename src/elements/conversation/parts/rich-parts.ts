/** The parts that are more than text, in a chunk of their own: many answers have none. */
export { partStyles as styles } from '../styles/part-styles.ts';
export { citationPart } from './citation-part.ts';
export { toolCallPart } from './tool-call-part.ts';
