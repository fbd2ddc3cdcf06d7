import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isCitationPart, textOf } from '../../../src/protocol/message.ts';
import { type Harness, startService } from './harness.ts';

const ASKED = [
  'Where are you?',
  'What is your address?',
  'Where are you located?',
  'Wo seid ihr?',
  'Où êtes-vous ?',
];
const OTHERS = `# Weir Lane Pottery

## Collecting names and email addresses

We ask for your email address, and for the IP address of your kiln.

## Orders

Enter a second address there. An order goes both directions before your first visit.

## Kiln

It answers at the address it prints:

\`\`\`sh
curl "$address/location" # Address: 3
\`\`\`
`;
const PLACES = [
  '## Location\n\nMill Square 3, behind the weir.',
  '## The mill\n\nOur address is Mill Square 3.',
  '## The mill\n\nThe address is 3 Mill Square.',
  '## The mill\n\n| Address | Mill Square 3 |\n| --- | --- |\n| Open | daily |',
  '## The mill\n\n**Address:** Mill Square 3',
  '## The mill\n\nThe mill stands in Mill Street 3.',
];

let nowhere: Harness;

before(async () => {
  nowhere = await startService({ documents: { 'pottery.md': OTHERS } });
});
after(() => nowhere.end());

for (const question of ASKED) {
  test(`who asks ${question} is told of no email address, nor of any other at which nobody is`, async () => {
    const { parts } = await nowhere.ask(question);
    assert.deepEqual(parts.filter(isCitationPart), [], textOf(parts));
  });
}

for (const place of PLACES) {
  test(`and where the documents tell the place, is told it: ${place.replaceAll('\n', ' ')}`, async () => {
    const harness = await startService({ documents: { 'pottery.md': `${OTHERS}\n${place}\n` } });
    try {
      for (const question of ASKED) {
        const { parts } = await harness.ask(question);
        assert.match(textOf(parts), /Mill S(?:quare|treet) 3|3 Mill Square/, `${question}\n${textOf(parts)}`);
      }
    } finally {
      await harness.end();
    }
  });
}

test('who asks for an email address finds it as before', async () => {
  for (const question of ['Do you ask for my email address?', 'What about the IP address?'])
    assert.match(textOf((await nowhere.ask(question)).parts), /IP address of your kiln/, question);
});
