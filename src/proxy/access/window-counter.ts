export interface WindowLimit {
  /** What is limited, for instance an agent's messages. */
  name: string;
  count: number;
  seconds: number;
}

/** What the windows of limits have in common that are counted together. */
export type WindowSize = Omit<WindowLimit, 'name'>;

export interface WindowCount {
  /** How many there were in this window, this one included. */
  taken: number;
  /** Milliseconds until the window ends. */
  endsIn: number;
}

/** Counts by bucket, in windows that begin with their first count; in memory, or shared by Redis. */
export interface WindowCounter {
  count(bucket: string): Promise<WindowCount>;
  /** What was counted so far. */
  look(bucket: string): WindowCount | Promise<WindowCount>;
}
