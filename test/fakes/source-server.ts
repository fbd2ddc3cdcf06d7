/** The sources of an agent service, in memory. It "reads" a file by its name: `skip` in it, and it is not usable. */
import { ProtocolError } from '../../src/protocol/errors.ts';
import { parseAsk, parseSource, parseUploadPiece } from '../../src/protocol/source-input.ts';
import {
  type DocumentPassage,
  type KnowledgeDocument,
  type KnowledgeSource,
  type PassageFinding,
  type QuestionFindings,
  UPLOADS,
  type UploadState,
} from '../../src/protocol/sources.ts';

export class SourceServer {
  readonly passages: DocumentPassage[] = [{ heading: 'Washing', body: 'Wash a tent by hand.' }];
  findings: QuestionFindings = { taught: null, passages: [] };
  readonly #documents = new Map<string, KnowledgeDocument[]>();
  readonly #sources = new Map<string, Pick<KnowledgeSource, 'kind' | 'isFollowed'>>();
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
        }));
      case 'DELETE ':
        this.#documents.delete(parseSource(url.searchParams));
        return { deleted: 1 };
      case 'GET documents':
        return path[1] === undefined ? this.#documents.get(parseSource(url.searchParams)) : this.passages;
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
      const left = documents.filter(document => document.id !== id);
      if (left.length > 0) this.#documents.set(name, left);
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
