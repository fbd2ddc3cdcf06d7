import { replaceGlobal } from './replace-global.ts';

const turn = (): Promise<void> => new Promise(done => setTimeout(done));

/**
 * A recogniser that hears what the test says, and tells of it as the Web Speech API has it: `start` before all else,
 * `end` after all else and after every `error`, one final result where it is not continuous; `stop()` gives back what was
 * heard until then, `abort()` nothing.
 */
export class FakeRecognition extends EventTarget {
  static all: FakeRecognition[] = [];
  /** Languages that are recognised on this device. */
  static local: string[] = [];
  /** As it answers the question for them, and as it starts. */
  static refuses: 'the question' | 'to start' | undefined;

  static get last(): FakeRecognition {
    return FakeRecognition.all.at(-1)!;
  }

  /** In the place of the browser's own. Returns the way back. */
  static install(): () => void {
    FakeRecognition.all = [];
    FakeRecognition.local = [];
    FakeRecognition.refuses = undefined;
    const undo = [
      replaceGlobal('SpeechRecognition', undefined),
      replaceGlobal('webkitSpeechRecognition', FakeRecognition),
    ];
    return () => {
      for (const back of undo) back();
    };
  }

  static async available(options: { langs: string[]; processLocally?: boolean }): Promise<string> {
    if (FakeRecognition.refuses === 'the question') throw new DOMException('no', 'NotAllowedError');
    const here = options.langs.every(lang => FakeRecognition.local.includes(lang));
    return here || !options.processLocally ? 'available' : 'downloadable';
  }

  lang = '';
  continuous = false;
  interimResults = false;
  processLocally = false;
  /** What was called and told, in that order. */
  log: string[] = [];
  #results: { 0: { transcript: string }; isFinal: boolean; length: 1 }[] = [];
  #state: 'idle' | 'started' | 'heard' = 'idle';

  constructor() {
    super();
    FakeRecognition.all.push(this);
  }

  get isOn(): boolean {
    return this.#state !== 'idle';
  }

  start(): void {
    this.log.push('start()');
    if (this.isOn || FakeRecognition.refuses === 'to start')
      throw new DOMException('already started', 'InvalidStateError');
    this.#state = 'started';
  }

  stop(): void {
    this.log.push('stop()');
    if (this.isOn)
      void turn().then(() => {
        if (this.#results.length > 0) this.#tellResult(true);
        this.#end();
      });
  }

  abort(): void {
    this.log.push('abort()');
    if (this.isOn) void turn().then(() => this.fail('aborted'));
  }

  /** The visitor has allowed the microphone. */
  begin(): void {
    this.#tell('start');
    this.#tell('audiostart');
  }

  /** Something was said, so far as it is understood: `parts` one after the other. */
  hear(...parts: string[]): void {
    if (this.#state === 'started') {
      this.#tell('soundstart');
      this.#tell('speechstart');
      this.#state = 'heard';
    }
    this.#results = parts.map(transcript => ({ 0: { transcript }, isFinal: false, length: 1 }));
    if (this.interimResults) this.#tellResult(false);
  }

  /** The visitor pauses. */
  pause(...parts: string[]): void {
    this.hear(...parts);
    this.#tellResult(true);
    this.#end();
  }

  fail(error: string): void {
    if (!this.isOn) return;
    this.#tell('error', { error, message: '' });
    this.#end();
  }

  #tellResult(isFinal: boolean): void {
    this.#results = this.#results.map(result => ({ ...result, isFinal }));
    this.#tell('result', { resultIndex: 0, results: this.#results });
  }

  #end(): void {
    if (this.#state === 'heard') for (const type of ['speechend', 'soundend']) this.#tell(type);
    this.#tell('audioend');
    this.#state = 'idle';
    this.#tell('end');
  }

  #tell(type: string, detail: object = {}): void {
    this.log.push(type);
    this.dispatchEvent(Object.assign(new Event(type), detail));
  }
}
