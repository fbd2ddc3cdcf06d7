/** Loaded before a command that can open any file and write nothing into it. */
import fs from 'node:fs';

const full = (...args: unknown[]): void => {
  const callback = args.at(-1) as (error: Error) => void;
  callback(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
};
fs.write = full as unknown as typeof fs.write;
fs.writev = full as unknown as typeof fs.writev;
