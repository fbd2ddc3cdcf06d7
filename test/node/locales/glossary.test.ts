import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadPanelStrings } from '../../../src/elements/admin/panel-language.ts';
import { PANEL_LANGUAGE_FILES } from '../../../src/locales/admin/language-files.ts';
import { LANGUAGES, loadStrings } from '../../../src/locales/languages.ts';
import { GLOSSARIES } from './glossaries.ts';

const has = (text: string, stem: string): void =>
  assert.ok(text.toLowerCase().includes(stem.toLowerCase()), `“${text}” has “${stem}”`);

for (const [code, glossary] of Object.entries(GLOSSARIES)) {
  test(`the widget keeps to the terms of ${code}`, async () => {
    const widget = await loadStrings(code);
    assert.equal(widget.tryAgain, glossary.retry);
    assert.equal(widget.answerAgain, glossary.regenerate);
    for (const text of [widget.feedbackThanks, widget.feedbackFailed, widget.feedbackSend])
      has(text, glossary.feedback);
    const { notAddressedAs, notSaid, gendered, terms } = glossary;
    for (const words of [notAddressedAs, notSaid, gendered])
      if (words) for (const text of textsOf(widget)) assert.doesNotMatch(text, words);
    const [conversation, message, answer] = terms;
    for (const text of [
      widget.conversation,
      widget.newConversation,
      widget.earlierConversations,
      widget.noEarlierConversations,
      widget.backToConversation,
      widget.untitledConversation,
      widget.copyConversation,
      widget.errors.not_found,
    ])
      assert.match(text, conversation);
    for (const text of [
      widget.message,
      widget.sendMessage,
      widget.greetings,
      widget.messageFrom('Ann'),
      widget.unread(1),
      widget.messageActions,
      widget.waitingForLimit(5),
      widget.waitingForNetwork,
      widget.errors.payload_too_large,
      widget.errorElse,
    ])
      assert.match(text, message);
    for (const text of [
      widget.working('Ann'),
      widget.answerReady,
      widget.newAnswerBelow,
      widget.previousAnswer,
      widget.answerOf(1, 2),
      widget.goodAnswer,
      widget.stopped,
      widget.interrupted,
      widget.cutForLength,
      widget.contentFiltered,
    ])
      assert.match(text, answer);
  });
}

for (const code of ['en', ...Object.keys(PANEL_LANGUAGE_FILES)]) {
  test(`the panel shares the terms of the widget in ${code}`, async () => {
    const [widget, panel] = await Promise.all([loadStrings(code), loadPanelStrings(code)]);
    const { retry, feedback, id, launcher, notAddressedAs, notSaid, terms } = GLOSSARIES[code]!;
    assert.equal(panel.saving.tryAgain, retry);
    has(panel.usage.feedback, feedback);
    for (const text of [
      panel.contacts.columns.external_id,
      panel.contacts.columns.id,
      panel.errors.not_found,
    ])
      has(text, id!);
    if (code !== 'en') has(panel.rows['styles.buttonColor']![1]!, launcher!);
    assert.equal(panel.test.newConversation, widget.newConversation);
    assert.equal(panel.test.stop, widget.stop);
    assert.equal(panel.test.message, widget.message);
    if (code !== 'en') assert.equal(panel.rows.suggestedQueries![0], widget.suggestedQuestions);
    const [conversation, message] = terms;
    for (const text of [panel.tabs.conversations, panel.conversations.all, panel.usage.showConversations])
      assert.match(text, conversation);
    assert.match(panel.conversations.messages(3), message);
    for (const words of [notAddressedAs, notSaid])
      if (words) for (const text of textsOf(panel)) assert.doesNotMatch(text, words);
  });
}

test('every language of the widget has a glossary', () => {
  assert.deepEqual(Object.keys(GLOSSARIES), LANGUAGES);
});

test('a screen reader says “your message” in every language', async () => {
  for (const code of LANGUAGES) {
    const { messageFrom, you } = await loadStrings(code);
    assert.notEqual(messageFrom(you), messageFrom('Ann').replace('Ann', you), code);
  }
});

/** Every plain text of a tree of strings, and the source of every function. */
function textsOf(strings: object): string[] {
  return Object.values(strings).flatMap(value =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'function'
        ? [String(value)]
        : value && typeof value === 'object'
          ? textsOf(value)
          : [],
  );
}
