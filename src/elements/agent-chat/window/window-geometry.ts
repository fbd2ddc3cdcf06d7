/** Distances of the window from its corner's sides, in CSS pixels; `inline` is mirrored in right-to-left languages. */
export interface WindowOffset {
  inline: number;
  block: number;
}

/** The size and place that the visitor has chosen, in CSS pixels; `expanded` is as large as the page allows. */
export interface ChosenGeometry extends Partial<WindowOffset> {
  width?: number;
  height?: number;
  expanded?: boolean;
}

/** A window whose size and place the visitor can change. */
export interface ResizableWindow {
  chosen: ChosenGeometry;
  /** Sets the chosen size on the window. */
  apply(window: HTMLElement): void;
  /** Renders the window again. */
  onChange(): void;
  /** Whether the visitor has agreed to storage. */
  mayStore(): boolean;
}
