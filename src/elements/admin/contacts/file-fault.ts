/** Why a file of contacts cannot be read, for a person to be told in his language; the message is for developers. */
export class FileFault extends Error {
  override readonly name = 'FileFault';
  readonly kind: 'no-contact' | 'no-text' | 'open-quote' | 'broken-entry';
  /** The row or entry it is in, as `ContactTable` counts. */
  readonly row: number;

  constructor(kind: FileFault['kind'], row = 0) {
    super(`${kind} at ${row}`);
    this.kind = kind;
    this.row = row;
  }
}
