import { bodyTooLarge, joinChunks } from '../../protocol/json-body.ts';

/** A body that is read once, as it arrives: what the HTTP client of every runtime can provide. */
export interface BodyStream {
  /**
   * Calls `take` with each chunk, which is valid until `take` returns. Resolves at the end, or once cancelled; rejects if
   * the sender breaks off, and with what `take` throws.
   */
  each(take: (chunk: Uint8Array) => void): Promise<void>;
  /** Stops reading and releases the connection. */
  cancel(): void;
}

export function bodyStream(stream: ReadableStream<Uint8Array> | null): BodyStream {
  const reader = stream?.getReader();
  let open = true;
  const cancel = (): void => {
    open = false;
    // Not awaited: the answer need not wait until the sender has stopped.
    reader?.cancel().catch(() => {});
  };
  return {
    async each(take) {
      try {
        while (reader && open) {
          const { done, value } = await reader.read();
          if (done || !open) return;
          take(value);
        }
      } catch (error) {
        if (open) throw error;
      } finally {
        if (open) cancel();
      }
    },
    cancel,
  };
}

/** The whole body. @throws ProtocolError `payload_too_large` as soon as it exceeds `limit` bytes */
export async function readLimited(body: BodyStream, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  await body.each(chunk => {
    size += chunk.length;
    if (size > limit) throw bodyTooLarge(limit);
    chunks.push(chunk.slice());
  });
  return joinChunks(chunks);
}
