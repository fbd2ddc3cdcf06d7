import { expect } from '@open-wc/testing';
import { countCharacters, isBlank } from '../../../src/protocol/text.ts';

describe('characters', () => {
  it('counts an emoji as one, as the interface does', () => {
    expect(countCharacters('a😀b')).to.equal(3);
    expect(countCharacters('😀'.repeat(2000))).to.equal(2000);
  });

  it('counts like spreading a string, for any mix of surrogates', () => {
    for (const text of ['', '\ud800', '\udc00a', 'a\ud83d\ude00\ud83d', '\ud83d\ud83d\ude00']) {
      expect(countCharacters(text)).to.equal([...text].length);
    }
  });

  it('counts spaces, zero-width characters and line breaks alone as empty', () => {
    for (const text of ['', ' \n\t', '\u3000', '\u200b\u200d', '\ufeff'])
      expect(isBlank(text)).to.equal(true);
    expect(isBlank('\u200b.')).to.equal(false);
  });
});
