const WIDTH = 30;
const REDRAW_MS = 100;

export interface ProgressBar {
  /** `total` is undefined while nobody knows it. */
  update(done: number, total?: number): void;
  /** Leaves the last state on a line of its own. */
  end(): void;
}

/** A progress bar on stderr. Draws nothing where stderr is no terminal, so that logs stay readable. */
export function progressBar(what: string): ProgressBar {
  const stream = process.stderr;
  let line = '';
  let drawn = 0;
  const draw = (): void => {
    stream.write(`\r${line}`);
    drawn = Date.now();
  };
  return {
    update(done, total) {
      const share = total ? Math.min(1, done / total) : 0;
      const filled = Math.round(share * WIDTH);
      line = total
        ? `${what} [${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}] ${done} of ${total}`
        : `${what} ${done}`;
      if (stream.isTTY && Date.now() - drawn >= REDRAW_MS) draw();
    },
    end() {
      if (!stream.isTTY || line === '') return;
      draw();
      stream.write('\n');
    },
  };
}
