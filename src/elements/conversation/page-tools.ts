import type { ToolRequest } from '../../client/index.ts';
import { toolDesk } from './fetched-parts.ts';
import type { ToolDesk, ToolDeskHost } from './tool-desk.ts';

const NOTHING: readonly ToolRequest[] = [];

/** Fetches what runs the page's tools as soon as the page has one, and keeps it up to date. */
export class PageTools {
  readonly #host: ToolDeskHost;
  #desk: ToolDesk | undefined;

  constructor(host: ToolDeskHost) {
    this.#host = host;
  }

  /** Calls that wait for the visitor's word. */
  get requests(): readonly ToolRequest[] {
    return this.#desk?.requests ?? NOTHING;
  }

  follow(): void {
    if (toolDesk.now) this.#desk ??= new toolDesk.now.ToolDesk(this.#host);
    else if (this.#host.tools.size > 0)
      toolDesk.fetch().then(
        () => this.#host.requestUpdate(),
        () => {},
      );
    this.#desk?.follow();
  }

  answer(callId: string, accepted: boolean): void {
    this.#desk?.answer(callId, accepted);
  }

  close(): void {
    this.#desk?.close();
  }
}
