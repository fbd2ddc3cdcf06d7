/** What reading documents may take. All of it follows from a number of megabytes. */
export interface ReadingLimits {
  /** Worker threads at the same time. */
  workers: number;
  /** Megabytes of each worker. */
  workerMb: number;
  /** Bytes of a file. */
  fileMax: number;
  /** Files in memory that wait for a worker or for the index. */
  readAhead: number;
}

const MEGABYTE = 2 ** 20;
const MEMORY_MB = 2048;
/** Below, one document is read after the other. */
const PARALLEL_FROM_MB = 1024;
const FILE_MAX_MB = 64;
const READ_AHEAD = 4;
/** Of the memory that a container allows, the share for reading. The service itself needs the rest. */
const SHARE_OF_CONTAINER = 0.5;
const MEMORY_MIN_MB = 128;

let limits: ReadingLimits | undefined;

/** @param memoryMb default: 2048, or half of what the container allows */
export function limitReading(memoryMb: number | undefined): void {
  limits = limitsFor(memoryMb ?? defaultMemory());
}

export function readingLimits(): ReadingLimits {
  limits ??= limitsFor(defaultMemory());
  return limits;
}

function limitsFor(memoryMb: number): ReadingLimits {
  const workers = memoryMb >= PARALLEL_FROM_MB ? 2 : 1;
  return {
    workers,
    workerMb: Math.floor(memoryMb / workers),
    fileMax: Math.min(FILE_MAX_MB, Math.floor(memoryMb / 8)) * MEGABYTE,
    readAhead: workers > 1 ? READ_AHEAD : 1,
  };
}

function defaultMemory(): number {
  // Without a limit, this is 0 or a number beyond all memory.
  const container = process.constrainedMemory() / MEGABYTE;
  if (container === 0) return MEMORY_MB;
  return Math.max(MEMORY_MIN_MB, Math.min(MEMORY_MB, Math.floor(container * SHARE_OF_CONTAINER)));
}
