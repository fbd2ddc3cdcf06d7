import type { FollowedFolders } from '../knowledge/sources/followed-folders.ts';
import type { Answerer, Question, ReplyPiece } from './answerer.ts';

/** Makes a question wait while a service that has just started still reads the documents it is answered from. */
export class WaitForDocuments implements Answerer {
  readonly #folders: FollowedFolders;
  readonly #answerer: Answerer;

  constructor(folders: FollowedFolders, answerer: Answerer) {
    this.#folders = folders;
    this.#answerer = answerer;
  }

  async *reply(question: Question): AsyncGenerator<ReplyPiece> {
    await this.#folders.ready(question.agentId, question.signal);
    yield* this.#answerer.reply(question);
  }
}
