/** Where a reader's bytes go. */
export interface ReaderOutput {
  /** Whether it takes more now. Once it does again, `flush` is to be called. */
  ready(): boolean;
  /** Takes the bytes from `from` to `to`; they are good until it returns. After the last ones `end` is called at once. */
  write(bytes: Uint8Array, from: number, to: number, last: boolean): void;
  end(): void;
}

export interface Following {
  /** Hands on what is there and can be taken. */
  flush(): void;
  /** The reader is gone. */
  close(): void;
}

/** Starts to hand a reply's events to wherever they go. */
export type Follow = (out: ReaderOutput) => Following;
