import type { CSSResult } from 'lit';
import { css } from './css.ts';

/** The default colours of widget and panel, for light and dark. The pages in `demo/` repeat them in plain CSS. */
export const COLOURS = {
  surface: css`light-dark(#fff, #17181d)`,
  surface2: css`light-dark(#f3f3f6, #24262d)`,
  text: css`light-dark(#17181d, #ececf0)`,
  muted: css`light-dark(#5d606b, #a6a9b5)`,
  border: css`light-dark(#e5e5ea, #30323b)`,
  danger: css`light-dark(#b3261e, #ff9a90)`,
} satisfies Record<string, CSSResult>;
