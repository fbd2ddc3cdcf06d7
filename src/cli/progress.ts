const WIDTH = 30;
const REDRAW_MS = 100;

export interface ProgressBar {
  /** @param total undefined while it is unknown. */
  update(done: number, total?: number): void;
  /** Keeps the last state on its own line. */
  end(): void;
}

/** A progress bar on stderr. Draws nothing if stderr is not a terminal, so that logs stay readable. */
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

/** Progress for a log: prints a line for each tenth of the work. */
export function progressLines(what: string, print: (line: string) => void): ProgressBar {
  let tenths = 0;
  return {
    update(done, total) {
      if (!total) return;
      const now = Math.floor((done / total) * 10);
      if (now <= tenths) return;
      tenths = now;
      print(`${what} ${done} of ${total}`);
    },
    end() {},
  };
}
