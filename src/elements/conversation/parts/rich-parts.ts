/** The parts that are more than text, in a chunk of their own: many answers have none. */
export { partStyles as styles } from '../styles/part-styles.ts';
export { drawParts } from './draw-parts.ts';
