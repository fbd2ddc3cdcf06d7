import { ProtocolError } from '../../protocol/errors.ts';
import type { RateLimit } from '../../protocol/rate-limit.ts';
import { addressBucket } from './client-address.ts';

export interface WindowLimit {
  /** What is limited, for instance an agent's messages. */
  name: string;
  count: number;
  seconds: number;
}

/** As above, under a name that no limit of another size has. */
export type WindowSize = WindowLimit;

export interface WindowCount {
  /** How many there were in this window, this one included. */
  taken: number;
  /** Milliseconds until the window ends. */
  endsIn: number;
}

/** Counts by bucket, in windows that begin with their first count; in memory, or shared by Redis. */
export interface WindowCounter {
  count(bucket: string): Promise<WindowCount>;
}

/**
 * Counts by address in windows that begin with its first request: never more than `count` in one. An IPv6 address
 * counts as its /64.
 */
export class AddressLimits {
  readonly #make: (size: WindowSize) => WindowCounter;
  readonly #counters = new Map<string, WindowCounter>();

  constructor(make: (size: WindowSize) => WindowCounter) {
    this.#make = make;
  }

  /** Counts one. @throws LimitReached with `message` when the window is full */
  async take(limit: WindowLimit, address: string | undefined, message: string): Promise<RateLimit> {
    const { taken, endsIn } = await this.#counter(limit).count(addressBucket(address));
    const rate = {
      limit: limit.count,
      remaining: Math.max(0, limit.count - taken),
      reset: Math.ceil((Date.now() + endsIn) / 1000),
    };
    if (taken > limit.count) throw new LimitReached(message, rate, endsIn);
    return rate;
  }

  /** The same for a bound that no owner has set: where the address is not known, it must not be shared by all. */
  async guard(limit: WindowLimit, address: string | undefined, message: string): Promise<void> {
    if (address !== undefined) await this.take(limit, address, message);
  }

  #counter(limit: WindowLimit): WindowCounter {
    const name = `${limit.name}:${limit.count}:${limit.seconds}`;
    let counter = this.#counters.get(name);
    if (!counter) {
      counter = this.#make({ ...limit, name });
      this.#counters.set(name, counter);
    }
    return counter;
  }
}

/** A full window, with the numbers its headers tell. */
export class LimitReached extends ProtocolError {
  readonly rate: RateLimit;

  constructor(message: string, rate: RateLimit, waitMs: number) {
    super('rate_limited', message, { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) });
    this.rate = rate;
  }
}
