import type { AdminClient } from './admin-client.ts';

/** A widget to preview in, for a page that names none. Its code is fetched only there. */
export class FetchedPreview {
  widget: HTMLElement | undefined;
  /** Its code could not be had. */
  missing = false;

  async fetch({ endpoint, agentId }: AdminClient): Promise<void> {
    try {
      const { makeOwnPreview } = await import('./own-preview.ts');
      this.widget ??= makeOwnPreview(endpoint, agentId);
      this.missing = false;
    } catch {
      this.missing = true;
    }
  }
}
