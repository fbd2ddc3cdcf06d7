/** How far the window is from the sides of its corner, in CSS pixels: mirrored where one reads from the right. */
export interface OwnPlace {
  inline: number;
  block: number;
}

/** A size the visitor chose: CSS pixels, or as large as there is room; and a place. */
export interface OwnSize extends Partial<OwnPlace> {
  width?: number;
  height?: number;
  expanded?: boolean;
}

/** Whose size and place the visitor changes. */
export interface Resizable {
  own: OwnSize;
  /** Puts the size on the window. */
  apply(window: HTMLElement): void;
  changed(): void;
  /** Whether it may be remembered on this device. */
  mayKeep(): boolean;
}
