import { ProtocolError } from '../../protocol/errors.ts';
import type { RateLimit } from '../../protocol/rate-limit.ts';
import { addressBucket } from './client-address.ts';
import type { WindowCount, WindowCounter, WindowLimit, WindowSize } from './window-counter.ts';

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
    const window = await this.#counter(limit).count(bucketOf(limit, address));
    const rate = rateOf(limit, window);
    if (window.taken > limit.count) throw new LimitReached(message, rate, window.endsIn);
    return rate;
  }

  /** The same numbers without counting. */
  async look(limit: WindowLimit, address: string | undefined): Promise<RateLimit> {
    return rateOf(limit, await this.#counter(limit).look(bucketOf(limit, address)));
  }

  /** The same for a bound that no owner has set: where the address is not known, it must not be shared by all. */
  async guard(limit: WindowLimit, address: string | undefined, message: string): Promise<void> {
    if (address !== undefined) await this.take(limit, address, message);
  }

  /** One for all limits of a size: a limit's name may hold an agent's id, which is whatever a visitor writes. */
  #counter({ count, seconds }: WindowLimit): WindowCounter {
    const size = `${count}:${seconds}`;
    let counter = this.#counters.get(size);
    if (!counter) {
      counter = this.#make({ count, seconds });
      this.#counters.set(size, counter);
    }
    return counter;
  }
}

function bucketOf({ name }: WindowLimit, address: string | undefined): string {
  return `${name}:${addressBucket(address)}`;
}

function rateOf({ count }: WindowLimit, { taken, endsIn }: WindowCount): RateLimit {
  return {
    limit: count,
    remaining: Math.max(0, count - taken),
    reset: Math.ceil((Date.now() + endsIn) / 1000),
  };
}

/** A full window, with the numbers its headers tell. */
export class LimitReached extends ProtocolError {
  readonly rate: RateLimit;

  constructor(message: string, rate: RateLimit, waitMs: number) {
    super('rate_limited', message, { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) });
    this.rate = rate;
  }
}
