/** A size the visitor chose: CSS pixels, or as large as there is room. */
export interface OwnSize {
  width?: number;
  height?: number;
  expanded?: boolean;
}

/** Whose size the visitor changes. */
export interface Resizable {
  own: OwnSize;
  /** Puts the size on the window. */
  apply(window: HTMLElement): void;
  changed(): void;
  /** Whether it may be remembered on this device. */
  mayKeep(): boolean;
}
