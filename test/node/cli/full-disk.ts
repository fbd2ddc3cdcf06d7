/** Loaded before a command whose log is on a full disk, until SIGUSR2 makes room. */
import fs from 'node:fs';

const { writeSync } = fs;
let full = true;
process.on('SIGUSR2', () => {
  full = false;
});
fs.writeSync = ((...args: Parameters<typeof writeSync>) => {
  if (full && args[0] === 2) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  return writeSync(...args);
}) as typeof writeSync;
