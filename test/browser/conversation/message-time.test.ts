import { expect } from '@open-wc/testing';
import { relativeTime } from '../../../src/elements/conversation/message/message-time.ts';

describe('the time of a message', () => {
  /** What a reader sees at one moment of this place's clock about another. */
  const read = (now: Date, at: Date, locale = 'en'): string => relativeTime(+at, locale, 'just now', +now);

  it('is “yesterday” only on the day after', () => {
    const early = new Date(2026, 10, 24, 1, 0);
    expect(read(early, new Date(2026, 10, 23, 0, 30))).to.equal('yesterday');
    expect(read(early, new Date(2026, 10, 22, 23, 0))).to.equal('2 days ago');
    expect(read(early, new Date(2026, 10, 22, 23, 0), 'de')).to.equal('vorgestern');
    expect(read(new Date(2026, 10, 24, 23, 0), new Date(2026, 10, 22, 23, 30))).to.equal('2 days ago');
  });

  it('is given in hours within a day, also across midnight', () => {
    expect(read(new Date(2026, 10, 24, 1, 0), new Date(2026, 10, 23, 22, 0))).to.equal('3 hr. ago');
    expect(read(new Date(2026, 10, 24, 1, 0), new Date(2026, 10, 24, 2, 0))).to.equal('just now');
  });

  it('counts days correctly if one of them has an hour more or less', () => {
    // The whole year, so that the two days on which this place changes its clocks are among them, if it does.
    for (let day = 1; day <= 366; day++)
      expect(read(new Date(2026, 0, day, 12), new Date(2026, 0, day - 3, 11, 30)), `day ${day}`).to.equal(
        '3 days ago',
      );
  });
});
