import { bodyTooLarge } from '../../protocol/json-body.ts';

/** A body that is read once, as it arrives: the least that every runtime's HTTP client can give. */
export interface Bytes {
  /**
   * Hands on each chunk as it comes, good until `take` returns. Resolves at the end, or once cancelled; rejects when the
   * sender breaks off, and with what `take` throws.
   */
  each(take: (chunk: Uint8Array) => void): Promise<void>;
  /** Stops reading and releases the connection. */
  cancel(): void;
}

export function bytesOf(stream: ReadableStream<Uint8Array> | null): Bytes {
  const reader = stream?.getReader();
  let open = true;
  const cancel = (): void => {
    open = false;
    // Not awaited: the sender need not have stopped for an answer to go out.
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

/** Everything, as one. @throws ProtocolError `payload_too_large` as soon as the limit is passed. */
export async function readCounted(bytes: Bytes, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  await bytes.each(chunk => {
    size += chunk.length;
    if (size > limit) throw bodyTooLarge(limit);
    chunks.push(chunk.slice());
  });
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
