import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '../../../src/elements/admin/session/read-settings.ts';

test('keeps the entries of an earlier version, with the defaults of fields that they do not have', () => {
  const { pageGreetings } = readSettings({
    pageGreetings: [
      { urlPattern: '/a*', messages: ['Hello.'] },
      { urlPattern: '/b*', messages: ['Hi.'], queries: ['Who?'] },
    ],
  });
  assert.deepEqual(pageGreetings, [
    { urlPattern: '/a*', messages: ['Hello.'], queries: [] },
    { urlPattern: '/b*', messages: ['Hi.'], queries: ['Who?'] },
  ]);
});

test('drops a list with an entry that the form cannot show', () => {
  for (const entry of [
    'Hello.',
    { urlPattern: 7 },
    { urlPattern: '/a*', messages: [], queries: [], later: true },
  ])
    assert.deepEqual(readSettings({ pageGreetings: [entry] }).pageGreetings, []);
});
