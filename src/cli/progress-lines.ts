import type { ProgressBar } from './progress-bar.ts';

/** Progress for where no bar can be drawn, such as a log: a line at each tenth of the work. */
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
