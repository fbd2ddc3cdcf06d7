export interface Memory {
  /** Bytes of the process in the machine's memory, as they are. */
  resident: number;
  /** The same after a full collection, of the kind that hands back what the engine keeps in reserve for itself. */
  rss: number;
  /** Bytes in use then: JavaScript's, and the buffers beside them. */
  used: number;
}

/** Answers each message of the parent with the memory that is held. */
export function tellMemory(): void {
  process.on('message', async () => {
    const resident = process.memoryUsage.rss();
    for (let i = 0; i < 3; i++) {
      globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
      await new Promise(resolve => setTimeout(resolve, 20));
    }
    const { rss, heapUsed, external } = process.memoryUsage();
    process.send?.({ resident, rss, used: heapUsed + external } satisfies Memory);
  });
  process.on('disconnect', () => process.exit());
}
