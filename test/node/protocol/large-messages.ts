/** Chat bodies over the limit of a body whose message is longer than 2,000 characters: what it is like, and the JSON. */
export const LARGE_MESSAGES: readonly (readonly [what: string, json: string])[] = [
  ['100,000 letters', JSON.stringify({ message: 'x'.repeat(100_000) })],
  [
    '2,001 letters before 70,000 others',
    JSON.stringify({ message: 'x'.repeat(2001), pad: 'x'.repeat(70_000) }),
  ],
  [
    '2,001 letters behind 70,000 others',
    JSON.stringify({ pad: 'x'.repeat(70_000), message: 'x'.repeat(2001) }),
  ],
  [
    '100,000 letters behind 900,000 others',
    JSON.stringify({ pad: 'x'.repeat(900_000), message: 'x'.repeat(100_000) }),
  ],
  [
    '100,000 letters behind objects with a message',
    JSON.stringify({ stream: true, pad: { message: 'hi', list: ['message'] }, message: 'ä'.repeat(100_000) }),
  ],
  ['100,000 letters after a short one', `{"message":"hi","message":"${'x'.repeat(100_000)}"}`],
  ['100,000 letters under an escaped key', `{"\\u006dess\\u0061ge":"${'x'.repeat(100_000)}"}`],
  ['40,000 emoji, each escaped', `{"message":"${'\\ud83d\\ude42'.repeat(40_000)}"}`],
  ['100,000 spaces', JSON.stringify({ message: ' '.repeat(100_000) })],
];
