/**
 * Milliseconds of work that this process has done since `start`, a `process.cpuUsage()`: what the machine gave to
 * others meanwhile does not count.
 */
export function workSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
