import type { ConversationRecord } from '../storage/conversation-record.ts';
import { keptState } from '../storage/stored-state.ts';
import { pause } from '../transport/pause.ts';
import { RateGate } from '../transport/rate-gate.ts';
import type { ReplyClient } from '../transport/reply-client.ts';
import { type ConversationState, EMPTY_STATE, isRunning } from './conversation-state.ts';
import { type ConversationListener, tellAll } from './listeners.ts';
import { type Action, isTurnAction, reduce } from './reduce.ts';
import { runTurn } from './run-turn.ts';
import { type TabMessage, Tabs } from './tabs.ts';

/** Milliseconds a message may take from tab to tab. */
const MESSAGE_TRAVEL = 1000;

/**
 * The state of a conversation, one for all tabs of its visitor, and the one line there is to the agent. Whichever
 * tab has the line tells the others what it hears; when it goes, another one takes over.
 */
export class SharedState {
  readonly client: ReplyClient;
  /** @internal For what is done with a conversation in files of their own, which come later. */
  readonly record: ConversationRecord;
  readonly #tabs: Tabs;
  /** Whether other tabs have the same. */
  readonly #isShared: boolean;
  readonly #gate = new RateGate();
  readonly #listeners = new Set<ConversationListener>();
  #current = EMPTY_STATE;
  /** Whether what comes is read at once. */
  #inView = false;
  /** @internal A question of this tab that waits for another tab's to end; without words where the last one is asked anew. */
  unsent: { text: string } | undefined;
  #line: AbortController | undefined;
  #suspended = true;
  /** Ends the waiting for another tab's line. */
  #standBy: AbortController | undefined;
  /** True while another tab's running reply is known here only from storage, some words behind. */
  #behind = false;

  constructor(client: ReplyClient, record: ConversationRecord, shared: boolean) {
    this.client = client;
    this.record = record;
    this.#isShared = shared;
    this.#tabs = new Tabs(record.history.name, this.#onTab);
  }

  get state(): ConversationState {
    return this.#current;
  }

  /** Whether the visitor has it before his eyes: every reply is read then as it comes. */
  set inView(inView: boolean) {
    this.#inView = inView;
    if (inView) this.markRead();
  }

  /** Every reply has been seen. */
  markRead(): void {
    this.act({ type: 'read' });
  }

  /** @internal Whether it is here that the reply is heard. */
  get hears(): boolean {
    return !!this.#line;
  }

  /** Calls the listener after each change. Returns the way to stop that. */
  subscribe(listener: ConversationListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * @internal Something happened here: it is applied, written down and told to the other tabs, and then shown: what
   * somebody does upon it comes after it everywhere. Only in this tab a reply counts as heard `here`: what it asks of the
   * page is done once.
   */
  act(action: Action): void {
    const turn = this.#current.turn?.idempotencyKey;
    if (!this.#apply({ ...action, here: true } as Action)) return;
    this.record.write(action, this.#current);
    // No more than what is written down: telling the whole of a long conversation each time would take long.
    const state = isTurnAction(action) ? undefined : keptState(this.#current);
    if (!(action as { quiet?: boolean }).quiet) this.#tell(action, state, turn);
    tellAll(this.#listeners, action);
  }

  /** @internal Applies an action for this tab's eyes only. */
  show(action: Action): void {
    if (this.#apply(action)) tellAll(this.#listeners, action);
  }

  /** False when it changed nothing. */
  #apply(action: Action): boolean {
    const before = this.#current;
    this.#current = reduce(before, action);
    return this.#current !== before;
  }

  /** @internal Does the turn this action begins, alone among the tabs, once its time has come; none for who is forgotten or gone. */
  turn(text: string, begin: () => Action | Promise<Action>): Promise<void> {
    const held = { text };
    this.unsent = held;
    return this.#alone(async () => {
      if (isRunning(this.#current)) await this.#othersWord();
      // The tab that had the line has gone without an end: its question comes first.
      await this.#run();
      const action = await begin();
      if (this.unsent !== held) return;
      this.unsent = undefined;
      this.act(action);
      await this.#run();
    });
  }

  /** @internal Lets go of the line and says nothing of it. */
  hangUp(): void {
    this.#line?.abort();
    this.#line = undefined;
  }

  /** @internal Forgets the visitor here and in all tabs. */
  wipe(): void {
    this.unsent = undefined;
    this.#wiped();
    this.#tell({ type: 'wiped' });
  }

  /** Lets go of the line and the tabs, as when the element leaves the page. The reply goes on at the proxy. */
  suspend(): void {
    globalThis.removeEventListener?.('pageshow', this.resume);
    if (this.#suspended) return;
    this.#suspended = true;
    if (this.#line && isRunning(this.#current)) this.act({ type: 'lost' });
    this.hangUp();
    // A page that waits for a lock can't be kept for the way back.
    this.#standBy?.abort();
    this.#standBy = undefined;
    const text = this.unsent?.text;
    // Not asked, it is unsent again, before what has been typed since.
    if (text) this.record.draft = `${text}\n${this.record.draft}`.trimEnd();
    this.unsent = undefined;
    this.record.flush();
    this.#tabs.close();
    globalThis.removeEventListener?.('pagehide', this.#onPageHide);
  }

  /** Takes up again what `suspend` let go of, also when the page comes back from the browser's cache. */
  readonly resume = (): void => {
    if (!this.#suspended) return;
    this.#suspended = false;
    if (this.#isShared) this.#tabs.open();
    globalThis.addEventListener?.('pagehide', this.#onPageHide);
    this.#reread();
    this.joinRunning(true);
  };

  /** While nobody listened here, other tabs may have gone on with the conversation, or forgotten it with its visitor. */
  #reread(): void {
    // A visitor of whom storage does not know has logged out.
    const forgotten = !!this.client.visitorToken && !this.record.history.token;
    const written = this.record.read();
    const now = this.#current;
    if (forgotten || (!written && this.record.id)) this.record.forget();
    // What the page has put in view is in no storage. Where there is nothing at all, there may be a draft on screen.
    else if (
      written
        ? JSON.stringify(written) === JSON.stringify(keptState(now))
        : now.messages !== EMPTY_STATE.messages
    )
      return;
    this.show({ type: 'replace', state: { ...(written ?? EMPTY_STATE) }, forgotten });
  }

  /**
   * @internal When a reply runs that this tab has no line to: joins it as soon as no other tab has one.
   * @param behind whether words of it may be missing here that another tab has.
   */
  joinRunning(behind: boolean): void {
    if (this.#standBy || this.#line || this.#suspended || !isRunning(this.#current)) return;
    const wait = new AbortController();
    this.#standBy = wait;
    if (behind && this.#tabs.connected) {
      this.#behind = true;
      this.#tell({ type: 'hello' });
    }
    this.#alone(async () => {
      this.#standBy = undefined;
      await this.#run();
    }, wait.signal).catch(error => {
      if (!wait.signal.aborted) throw error;
    });
  }

  #alone(task: () => Promise<void>, signal?: AbortSignal): Promise<void> {
    return this.#tabs.alone(() => {
      this.#catchUp();
      return task();
    }, signal);
  }

  /** Storage may tell what the tab before us came to, even where its last message has not arrived yet. */
  #catchUp(): void {
    const { turn } = this.#current;
    const written = isRunning(this.#current) ? this.record.read() : undefined;
    // What another process has written can be late here: what does not know the question knows nothing new.
    const knows = written?.messages.some(({ key }) => key === turn?.userKey);
    if (knows && (this.#behind || !isRunning(written!))) this.show({ type: 'replace', state: written! });
    this.#behind = false;
  }

  /** The last message of the tab before us may be on its way still. */
  async #othersWord(): Promise<void> {
    const heard = new AbortController();
    const stop = this.subscribe(() => isRunning(this.#current) || heard.abort());
    await pause(MESSAGE_TRAVEL, heard.signal, false);
    stop();
  }

  async #run(): Promise<void> {
    if (this.#suspended || !isRunning(this.#current)) return;
    this.record.shareToken();
    const line = new AbortController();
    this.#line = line;
    await runTurn({
      client: this.client,
      gate: this.#gate,
      state: () => this.#current,
      dispatch: action => {
        if (!line.signal.aborted)
          this.act(action.type === 'done' ? { ...action, read: this.#inView } : action);
      },
      signal: line.signal,
    });
    if (this.#line === line) this.#line = undefined;
  }

  readonly #onTab = ({ id, turn, action, state, token }: TabMessage): void => {
    const elsewhere = id !== this.record.id;
    if (action.type === 'hello') {
      if (this.#line && !elsewhere) this.#tellWhole();
      return;
    }
    if (action.type === 'wiped') {
      // What has waited behind a reply until here is nobody's; without one, it has been asked since.
      if (isRunning(this.#current)) this.unsent = undefined;
      this.#wiped();
      return;
    }
    // The last words of a reply that this tab has left.
    if (elsewhere && turn) return;
    if (elsewhere) {
      this.hangUp();
      this.record.follow(id);
    }
    if (state && (elsewhere || this.#behind)) {
      this.#behind = false;
      this.show({ type: 'replace', state });
    } else if (!this.#behind) {
      const ended = turn !== this.#current.turn?.idempotencyKey;
      if (!ended || !isTurnAction(action)) this.show(action);
      // Where the line is, more of it may have come; one that had just come to its end here is whole in all tabs.
      if (action.type === 'stop' && (ended ? !this.#current.messages.at(-1)?.incomplete : this.#line))
        this.#tellWhole();
    }
    // Only with a reply, which one who has just logged out here has none of.
    if (isRunning(this.#current)) this.client.visitorToken = token ?? this.client.visitorToken;
    else this.hangUp();
    this.joinRunning(false);
  };

  #tellWhole(): void {
    const state = keptState(this.#current);
    const action = { type: 'replace', state } as const;
    this.record.write(action, state);
    this.#tell(action, state);
  }

  /** Who speaks is told along: storage without room can't say it. */
  #tell(action: TabMessage['action'], state?: ConversationState, turn?: string): void {
    this.#tabs.post({ id: this.record.id, token: this.client.visitorToken, turn, action, state });
  }

  #wiped(): void {
    this.hangUp();
    this.record.wipe();
    // Another object, so that all is drawn anew where nothing was said yet: there may be a draft on screen.
    this.show({ type: 'replace', state: { ...EMPTY_STATE }, forgotten: true });
  }

  readonly #onPageHide = (): void => {
    this.suspend();
    globalThis.addEventListener?.('pageshow', this.resume);
  };
}
