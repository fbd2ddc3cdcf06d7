/** The sources of an agent service, in memory. It "reads" a file by its name: `skip` in it, and it is not usable. */
import { ProtocolError } from '../../src/protocol/errors.ts';
import {
  parseAsk,
  parseEntry,
  parseSite,
  parseSource,
  parseUploadPiece,
} from '../../src/protocol/source-input.ts';
import {
  type DocumentPassage,
  type KnowledgeDocument,
  type KnowledgeSource,
  type PassageFinding,
  type QuestionFindings,
  type SiteReading,
  type SkippedDocument,
  UPLOADS,
  type UploadState,
} from '../../src/protocol/sources.ts';

export class SourceServer {
  readonly passages: DocumentPassage[] = [{ heading: 'Washing', body: 'Wash a tent by hand.' }];
  findings: QuestionFindings = { taught: null, passages: [] };
  readonly #documents = new Map<string, KnowledgeDocument[]>();
  readonly #sources = new Map<string, Pick<KnowledgeSource, 'kind' | 'isFollowed'>>();
  /** How far each website is read, by its address. A test moves it on. */
  readonly readings = new Map<string, SiteReading>();
  /** What is left out of each source. */
  readonly skipped = new Map<string, SkippedDocument[]>();
  readonly #received = new Map<string, string>();
  #ids = 0;

  addSource(name: string, kind: KnowledgeSource['kind'], paths: readonly string[], isFollowed = false): void {
    this.#sources.set(name, { kind, isFollowed });
    this.#documents.set(
      name,
      paths.map(path => this.#document(path)),
    );
  }

  /** The text of a file that was uploaded. */
  textOf(name: string): string | undefined {
    return this.#received.get(name);
  }

  handle(method: string, path: readonly string[], url: URL, body: unknown): unknown {
    switch (`${method} ${path[0] ?? ''}`) {
      case 'GET ':
        return [...this.#documents].map(([name, documents]) => ({
          ...{ name, ...this.#sources.get(name)!, documents: documents.length },
          ...{ passages: documents.length, readAt: 1_700_000_000 },
          ...(this.readings.has(name) && { reading: this.readings.get(name)! }),
        }));
      case 'DELETE ':
        this.#documents.delete(parseSource(url.searchParams));
        return { deleted: 1 };
      case 'GET documents':
        return path[1] === undefined ? this.#documents.get(parseSource(url.searchParams)) : this.passages;
      case 'POST sites':
        return this.#saveSite(body);
      case 'GET skipped':
        return this.skipped.get(parseSource(url.searchParams)) ?? [];
      case 'POST restore':
        return this.#restore(body);
      case 'DELETE documents':
        return this.#forget(Number(path[1]));
      case 'POST uploads':
        return this.#upload(body);
      case 'POST ask':
        parseAsk(body);
        return this.findings;
      default:
        throw new ProtocolError('not_found', 'There is nothing at this address.');
    }
  }

  #saveSite(body: unknown): { name: string; reading: SiteReading } {
    const { address, everyHours, isPaused, readNow } = parseSite(body);
    const known = this.readings.get(address);
    if (!known && !this.#documents.has(address)) this.addSource(address, 'site', []);
    const reading: SiteReading = {
      ...{ found: 0, done: 0, skipped: 0, secondsLeft: null, nextAt: null, fault: null },
      ...known,
      everyHours: everyHours === undefined ? (known?.everyHours ?? null) : everyHours,
      state: isPaused ? 'paused' : readNow || !known ? 'waiting' : 'idle',
    };
    this.readings.set(address, reading);
    return { name: address, reading };
  }

  #restore(body: unknown): { restored: number } {
    const { source, path } = parseEntry(body);
    this.skipped.set(
      source,
      (this.skipped.get(source) ?? []).filter(entry => entry.path !== path),
    );
    this.#documents.get(source)!.push(this.#document(path));
    return { restored: 1 };
  }

  #upload(body: unknown): UploadState {
    const { name, size, offset, data } = parseUploadPiece(body);
    const text = offset === 0 ? '' : (this.#received.get(name) ?? '');
    this.#received.set(name, text + atob(data));
    const received = this.#received.get(name)!.length;
    if (received < size) return { received, status: 'receiving' };
    if (name.includes('skip')) return { received, status: 'skipped', reason: 'no-text' };
    if (!this.#documents.has(UPLOADS)) this.addSource(UPLOADS, 'uploads', []);
    const others = this.#documents.get(UPLOADS)!.filter(({ path }) => path !== name);
    this.#documents.set(UPLOADS, [...others, this.#document(name)]);
    return { received, status: 'stored' };
  }

  #forget(id: number): { deleted: number } {
    for (const [name, documents] of this.#documents) {
      const { path } = documents.find(document => document.id === id) ?? {};
      if (path !== undefined && name !== UPLOADS)
        this.skipped.set(name, [...(this.skipped.get(name) ?? []), { path, reason: 'forgotten' }]);
      const left = documents.filter(document => document.id !== id);
      if (left.length > 0 || name !== UPLOADS) this.#documents.set(name, left);
      else this.#documents.delete(name);
    }
    return { deleted: 1 };
  }

  #document(path: string): KnowledgeDocument {
    return { id: ++this.#ids, path, title: path, url: '', size: 10, passages: 1, readAt: 1_700_000_000 };
  }
}

export function finding(title: string, more: Partial<PassageFinding> = {}): PassageFinding {
  return { title, url: '', heading: '', body: title, verdict: 'answers', found: [], missing: [], ...more };
}
