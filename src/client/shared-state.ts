import type { AgentClient } from './agent-client.ts';
import type { ConversationRecord } from './conversation-record.ts';
import type { ConversationState } from './conversation-state.ts';
import { EMPTY_STATE, isRunning } from './conversation-state.ts';
import { RateGate } from './rate-gate.ts';
import type { Action } from './reduce.ts';
import { isTurnAction, reduce } from './reduce.ts';
import { runTurn } from './run-turn.ts';
import type { TabMessage } from './tabs.ts';
import { Tabs } from './tabs.ts';

/** Hears of each change, with what made it. */
export type ConversationListener = (action: Action) => void;

/**
 * The state of a conversation, one for all tabs of its visitor, and the one line there is to the agent. Whichever
 * tab has the line tells the others what it hears; when it goes, another one takes over.
 */
export class SharedState {
  readonly #client: AgentClient;
  readonly #record: ConversationRecord;
  readonly #tabs: Tabs | undefined;
  readonly #gate = new RateGate();
  readonly #listeners = new Set<ConversationListener>();
  #current: ConversationState;
  #line: AbortController | undefined;
  #suspended = true;
  /** Ends the waiting for another tab's line. */
  #standBy: AbortController | undefined;
  /** True while another tab's running reply is known here only from storage, some words behind. */
  #behind = false;

  constructor(client: AgentClient, record: ConversationRecord, shared: boolean) {
    this.#client = client;
    this.#record = record;
    this.#current = record.read() ?? EMPTY_STATE;
    if (shared) this.#tabs = new Tabs(record.history.name, this.#onTab);
  }

  get current(): ConversationState {
    return this.#current;
  }

  get hasLine(): boolean {
    return this.#line !== undefined;
  }

  subscribe(listener: ConversationListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Something happened here: it is applied, written down and told to the other tabs. */
  act(action: Action): void {
    const turn = this.#current.turn?.idempotencyKey;
    if (!this.show(action)) return;
    this.#record.write(action, this.#current);
    this.#tabs?.post({ id: this.#record.id, turn, action });
  }

  /** Applies an action for this tab's eyes only. False when it changed nothing. */
  show(action: Action): boolean {
    const before = this.#current;
    this.#current = reduce(before, action);
    if (this.#current === before) return false;
    for (const listener of this.#listeners) {
      try {
        listener(action);
      } catch (error) {
        // A mistake of the page is the page's: it shows in the console and ends nothing here.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
    return true;
  }

  /** Does the turn this action begins, alone among the tabs. The action is made when its time has come. */
  turn(begin: () => Action): Promise<void> {
    return this.#alone(async () => {
      this.act(begin());
      await this.#run();
    });
  }

  /** Lets go of the line and says nothing of it. */
  hangUp(): void {
    this.#line?.abort();
    this.#line = undefined;
  }

  /** Forgets the visitor here and in all tabs. */
  wipe(): void {
    this.#wiped();
    this.#tabs?.post({ id: undefined, action: { type: 'wiped' } });
  }

  suspend(): void {
    globalThis.removeEventListener?.('pageshow', this.#onPageShow);
    if (this.#suspended) return;
    this.#suspended = true;
    if (this.#line && isRunning(this.#current)) this.act({ type: 'lost' });
    this.hangUp();
    // A page that waits for a lock can't be kept for the way back.
    this.#standBy?.abort();
    this.#standBy = undefined;
    this.#record.flush();
    this.#tabs?.close();
    globalThis.removeEventListener?.('pagehide', this.#onPageHide);
  }

  resume(): void {
    if (!this.#suspended) return;
    this.#suspended = false;
    this.#tabs?.open();
    globalThis.removeEventListener?.('pageshow', this.#onPageShow);
    globalThis.addEventListener?.('pagehide', this.#onPageHide);
    this.joinRunning(true);
  }

  /**
   * When a reply runs that this tab has no line to: joins it as soon as no other tab has one.
   * @param behind whether words of it may be missing here that another tab has.
   */
  joinRunning(behind: boolean): void {
    if (this.#standBy || this.#line || this.#suspended || !isRunning(this.#current)) return;
    const wait = new AbortController();
    this.#standBy = wait;
    this.#behind = behind && this.#tabs?.connected === true;
    if (this.#behind) this.#tabs?.post({ id: this.#record.id, action: { type: 'hello' } });
    this.#alone(async () => {
      this.#standBy = undefined;
      await this.#run();
    }, wait.signal).catch(error => {
      if (!wait.signal.aborted) throw error;
    });
  }

  async #alone(task: () => Promise<void>, signal?: AbortSignal): Promise<void> {
    const caughtUp = (): Promise<void> => {
      this.#catchUp();
      return task();
    };
    await (this.#tabs?.alone(caughtUp, signal) ?? caughtUp());
  }

  /** Storage tells what the tab before us came to, even where its last message has not arrived yet. */
  #catchUp(): void {
    const written = isRunning(this.#current) ? this.#record.read() : undefined;
    if (written && (this.#behind || !isRunning(written))) this.show({ type: 'replace', state: written });
    this.#behind = false;
  }

  async #run(): Promise<void> {
    if (this.#suspended || !isRunning(this.#current)) return;
    this.#record.shareToken();
    const line = new AbortController();
    this.#line = line;
    await runTurn({
      client: this.#client,
      gate: this.#gate,
      state: () => this.#current,
      dispatch: action => {
        if (!line.signal.aborted) this.act(action);
      },
      signal: line.signal,
    });
    if (this.#line === line) this.#line = undefined;
  }

  readonly #onTab = ({ id, turn, action }: TabMessage): void => {
    if (action.type === 'hello') {
      if (!this.#line || id !== this.#record.id) return;
      this.#tabs?.post({ id, action: { type: 'replace', state: this.#current } });
      return;
    }
    if (action.type === 'wiped') {
      this.#wiped();
      return;
    }
    const other = id !== this.#record.id;
    if (other) {
      this.hangUp();
      this.#record.id = id;
    }
    if (action.type === 'replace') this.#behind = false;
    if (other && action.type !== 'replace') {
      this.show({ type: 'replace', state: this.#record.read() ?? EMPTY_STATE });
    } else if (!this.#behind && (!isTurnAction(action) || turn === this.#current.turn?.idempotencyKey)) {
      this.show(action);
    }
    if (!isRunning(this.#current)) this.hangUp();
    this.joinRunning(other && action.type !== 'replace');
  };

  #wiped(): void {
    this.hangUp();
    this.#record.wipe();
    this.show({ type: 'replace', state: EMPTY_STATE });
  }

  readonly #onPageHide = (): void => {
    this.suspend();
    globalThis.addEventListener?.('pageshow', this.#onPageShow);
  };

  /** The page comes back from the browser's cache; other pages may have gone on with the conversation. */
  readonly #onPageShow = (): void => {
    const written = this.#record.read();
    if (written) this.show({ type: 'replace', state: written });
    this.resume();
  };
}
