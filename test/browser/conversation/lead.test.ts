import { expect } from '@open-wc/testing';
import { Conversation } from '../../../src/client/index.ts';
import { interactions } from '../../../src/elements/conversation/lazy-modules.ts';
import { de } from '../../../src/locales/de.ts';
import { en } from '../../../src/locales/en.ts';
import type { PublicSettings } from '../../../src/protocol/settings.ts';
import { allByRole, nameOf } from '../by-role.ts';
import { LiveAnswer, until, Visitor } from './harness.ts';

type LeadForm = NonNullable<PublicSettings['leadForm']>;

const lead = (over: Partial<LeadForm> = {}): LeadForm => ({
  title: 'Before we start',
  when: 'before',
  required: false,
  consent: '',
  name: { enabled: true, label: 'Your name', required: false },
  email: { enabled: true, label: '', required: true },
  phone: { enabled: false, label: '', required: false },
  fields: [],
  ...over,
});

describe('the lead form', () => {
  let visitor: Visitor;
  let live: LiveAnswer;
  const form = () => visitor.root.querySelector<HTMLFormElement>('[part=lead-form]');
  const field = (name: string) =>
    visitor.root.querySelector<HTMLInputElement>(`[part=lead-form] [name=${name}]`)!;
  const write = (name: string, text: string): void => {
    field(name).value = text;
    field(name).dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  const composerIsThere = () => visitor.field.checkVisibility();
  const contacts = () => visitor.network.seen.filter(request => request.url.endsWith('/contacts'));
  const start = async (leadForm: LeadForm): Promise<void> => {
    live = new LiveAnswer();
    visitor = new Visitor([live.answer], { leadForm });
    await visitor.settled();
  };
  afterEach(() => visitor.remove());

  it('ignores the conversation while it is off the page, and catches up when it is back', async () => {
    const { subscribe } = Conversation.prototype;
    let listening = 0;
    Conversation.prototype.subscribe = function (listener) {
      listening++;
      const stop = subscribe.call(this, listener);
      return () => {
        listening--;
        stop();
      };
    };
    await start(lead());
    await until(() => form() !== null);
    const there = listening;
    visitor.element.remove();
    expect(listening).to.equal(0);
    visitor.root.append(visitor.element);
    await until(() => listening === there);
    Conversation.prototype.subscribe = subscribe;
    field('name').value = 'Ada';
    visitor.conversation.logout();
    await visitor.settled();
    expect(field('name').value).to.equal('');
  });

  for (const when of ['before', 'after-reply'] as const) {
    it(`moves the focus to a useful place if the owner removes it while it has the focus: ${when}`, async () => {
      await start(lead({ when }));
      if (when === 'after-reply') {
        const asked = visitor.conversation.send('Hello?');
        await until(() => live.asked);
        live.token('Hello.');
        live.done();
        await asked;
      }
      await until(() => form() !== null);
      field('email').focus();
      visitor.element.settings = { ...visitor.element.settings, leadForm: null };
      await until(() => form() === null);
      await until(() => visitor.root.activeElement === visitor.log, 'the focus on the log');
    });
  }

  it('appears before the first message, and never again once a contact was submitted', async () => {
    await start(lead());
    await until(() => form() !== null);
    expect(composerIsThere()).to.equal(false);
    expect(field('email').autocomplete).to.equal('email');
    expect(field('name').labels![0]!.textContent.trim()).to.equal('Your name (optional)');
    field('name').value = 'Ada';
    field('email').value = 'ada@shop.example';
    visitor.button('Send')!.click();
    await until(() => contacts().length === 1);
    const sent = contacts()[0]!.body as { users: Record<string, string>[] };
    expect(sent.users[0]).to.include({ name: 'Ada', email: 'ada@shop.example' });
    await until(() => form() === null);
    await visitor.settled();
    expect(composerIsThere()).to.equal(true);
    expect(visitor.root.activeElement).to.equal(visitor.field);
    expect(visitor.status.textContent).to.contain('Thank you');
    visitor.conversation.startNew();
    await visitor.settled();
    expect(form()).to.equal(null);
  });

  it('shows thanks in its place, in every tab, until a question is asked', async () => {
    await start(lead());
    await until(() => form() !== null);
    field('email').value = 'ada@shop.example';
    visitor.button('Send')!.click();
    const thanks = () => visitor.log.textContent.includes('Thank you. Your details have been sent.');
    await until(thanks, 'thanks in the log');
    expect(form()).to.equal(null);
    await visitor.ask('Where is my order?');
    expect(thanks()).to.equal(false);
    live.token('On its way.');
    live.done();
    await until(() => visitor.conversation.state.turn === undefined);
    await visitor.settled();
    expect(thanks()).to.equal(false);
  });

  it('keeps the focus in the log when it disappears, as with a conversation that the page restores', async () => {
    await start(lead());
    await until(() => form() !== null);
    field('email').focus();
    await interactions.load();
    visitor.conversation.restore({ messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello?' }] }] });
    await until(() => form() === null);
    await until(() => visitor.root.activeElement === visitor.log, 'the focus on the log');
  });

  it('keeps nothing of what was typed after a logout', async () => {
    await start(lead());
    await until(() => form() !== null);
    field('name').value = 'Ada';
    field('email').value = 'ada at shop';
    visitor.button('Send')!.click();
    await until(() => field('email').ariaInvalid === 'true');
    visitor.conversation.logout();
    await until(() => field('email').ariaInvalid === 'false');
    expect([field('name').value, field('email').value]).to.deep.equal(['', '']);
  });

  it('keeps what was typed when an answer takes its place', async () => {
    await start(lead({ when: 'after-reply' }));
    await visitor.ask('Do you deliver?');
    live.token('Yes.');
    live.done();
    await until(() => form() !== null);
    write('email', 'ada@shop');
    await visitor.type('And on Sundays?');
    visitor.field.focus();
    visitor.press('Enter');
    await until(() => form() === null);
    visitor.conversation.stop();
    await until(() => form() !== null);
    expect(field('email').value).to.equal('ada@shop');
    visitor.conversation.startNew();
    await until(() => form() === null);
    visitor.conversation.restore({
      messages: [{ role: 'assistant', parts: [{ type: 'text', text: 'Hi' }] }],
    });
    await until(() => form() !== null);
    expect(field('email').value).to.equal('ada@shop');
    visitor.conversation.logout();
    visitor.conversation.restore({
      messages: [{ role: 'assistant', parts: [{ type: 'text', text: 'Hi' }] }],
    });
    await until(() => form() !== null && field('email').value === '');
  });

  it('keeps a tick when a restored conversation takes its place', async () => {
    await start(lead({ consent: 'I agree' }));
    await until(() => form() !== null);
    field('consent').click();
    visitor.conversation.restore({
      messages: [{ role: 'assistant', parts: [{ type: 'text', text: 'Hi' }] }],
    });
    await until(() => form() === null);
    visitor.conversation.startNew();
    await until(() => form() !== null);
    expect(field('consent').checked).to.equal(true);
  });

  it('shows no thanks for a contact that arrives after its visitor has logged out', async () => {
    await start(lead());
    await until(() => form() !== null);
    let arrive!: () => void;
    visitor.conversation.client.sendLead = () => new Promise(resolve => (arrive = resolve));
    let told = false;
    visitor.element.addEventListener('lead', () => {
      told = true;
    });
    field('email').value = 'ada@shop.example';
    visitor.button('Send')!.click();
    await until(() => arrive !== undefined);
    visitor.conversation.logout();
    arrive();
    await visitor.settled();
    expect(visitor.status.textContent).to.equal('');
    expect(told).to.equal(false);
    expect(visitor.button('Send')!.ariaDisabled, 'the next visitor can send').to.equal(null);
  });

  it('reports no refused contact after its visitor has logged out', async () => {
    await start(lead());
    await until(() => form() !== null);
    let refuse!: (reason: Error) => void;
    visitor.conversation.client.sendLead = () => new Promise((_, reject) => (refuse = reject));
    field('email').value = 'ada@shop.example';
    visitor.button('Send')!.click();
    await until(() => refuse !== undefined);
    visitor.conversation.logout();
    refuse(new Error('down'));
    await visitor.settled();
    expect(visitor.root.querySelector('[part=lead-form] [role=alert]:not([hidden])')).to.equal(null);
  });

  it('gets the focus when the chat opens, if it replaces the composer', async () => {
    await start(lead());
    visitor.element.focusComposer();
    await until(() => form() !== null && visitor.root.activeElement === field('name'));
  });

  it('keeps the focus of a visitor who was writing when it appeared, and puts no letter of the question into its fields', async () => {
    await start(lead({ when: 'after-reply', required: true }));
    await visitor.type('Do you deliver?');
    visitor.field.focus();
    visitor.press('Enter');
    await until(() => live.asked);
    await visitor.type('And on Sund');
    live.token('Yes.');
    live.done();
    await until(() => form() !== null);
    await visitor.settled();
    expect(composerIsThere()).to.equal(false);
    expect(visitor.root.activeElement).to.equal(visitor.log);
    expect(visitor.field.value).to.equal('And on Sund');
  });

  it('explains an invalid field in words, beside the field, and focuses it', async () => {
    await start(lead());
    await until(() => form() !== null);
    field('email').value = 'not an address';
    visitor.button('Send')!.click();
    await until(() => field('email').getAttribute('aria-invalid') === 'true');
    const told = visitor.root.getElementById(field('email').getAttribute('aria-describedby')!)!;
    // The chat's words, not the browser's, which may speak another language.
    expect(told.textContent.trim()).to.equal('Enter an email address like name@example.com.');
    expect(visitor.root.activeElement).to.equal(field('email'));
    expect(contacts()).to.have.length(0);
  });

  it('explains an invalid field in the language that the page has switched to', async () => {
    await start(lead());
    await until(() => form() !== null);
    const { element } = visitor;
    field('email').value = 'not an address';
    visitor.button('Send')!.click();
    await until(() => form()!.textContent.includes(en.leadEmailWrong));
    element.strings = de;
    await until(() => form()!.textContent.includes(de.leadEmailWrong));
    field('email').value = 'ada@shop.example';
    visitor.conversation.client.sendLead = async () => {
      throw new Error('refused');
    };
    visitor.button(de.leadSubmit)!.click();
    await until(() => form()!.textContent.includes(de.leadFailed));
    element.strings = en;
    await until(() => form()!.textContent.includes(en.leadFailed));
  });

  it('treats spaces alone as empty', async () => {
    await start(lead({ name: { enabled: true, label: '', required: true } }));
    await until(() => form() !== null);
    field('name').value = ' \u00a0 ';
    field('email').value = 'ada@shop.example';
    visitor.button('Send')!.click();
    await until(() => field('name').getAttribute('aria-invalid') === 'true');
    expect(visitor.root.activeElement).to.equal(field('name'));
    expect(contacts()).to.have.length(0);
  });

  it('says how much a contact is too long, and keeps the text', async () => {
    await start(lead());
    await until(() => form() !== null);
    const long = `${'😀'.repeat(256)}`;
    field('name').value = long;
    visitor.button('Send')!.click();
    await until(() => field('name').getAttribute('aria-invalid') === 'true');
    const told = visitor.root.getElementById(field('name').getAttribute('aria-describedby')!)!;
    expect(told.textContent.trim()).to.equal('1 character too many');
    expect(field('name').value).to.equal(long);
    expect(contacts()).to.have.length(0);
  });

  it('keeps what was typed if it cannot be sent', async () => {
    await start(lead());
    await until(() => form() !== null);
    visitor.conversation.client.sendLead = () => Promise.reject(new Error('down'));
    field('email').value = 'ada@shop.example';
    visitor.button('Send')!.click();
    const failed = () => visitor.root.querySelector('[part=lead-form] [role=alert]:not([hidden])');
    await until(() => failed() !== null);
    expect(field('email').value).to.equal('ada@shop.example');
    // It looks as what is wrong with one field looks.
    field('email').value = 'nonsense';
    visitor.button('Send')!.click();
    await until(() => field('email').getAttribute('aria-invalid') === 'true');
    const wrong = visitor.root.getElementById(field('email').getAttribute('aria-describedby')!)!;
    const { color, fontSize } = getComputedStyle(wrong);
    expect(getComputedStyle(failed()!)).to.include({ color, fontSize });
  });

  it('stays in its card, whatever long words the owner’s texts have', async () => {
    const long = 'x'.repeat(100);
    await start(lead({ title: long, consent: long, name: { enabled: true, label: long, required: true } }));
    await until(() => form() !== null);
    visitor.root.querySelector<HTMLElement>('[role=log]')!.style.inlineSize = '320px';
    expect(form()!.scrollWidth).to.be.at.most(form()!.clientWidth);
    expect(form()!.offsetWidth).to.be.at.most(320);
  });

  it('can be skipped unless it is required', async () => {
    await start(lead());
    await until(() => form() !== null);
    visitor.button('Skip')!.click();
    await visitor.settled();
    expect(form()).to.equal(null);
    expect(composerIsThere()).to.equal(true);
    visitor.remove();
    await start(lead({ required: true }));
    await until(() => form() !== null);
    expect(visitor.button('Skip')).to.equal(undefined);
  });

  it('appears after the first reply if the settings say so', async () => {
    await start(lead({ when: 'after-reply' }));
    expect(form()).to.equal(null);
    await visitor.ask('Hello');
    live.token('Hi.');
    live.done();
    await until(() => form() !== null);
    expect(composerIsThere()).to.equal(true);
  });

  it('leaves half of the view to the answer above it when it appears automatically', async () => {
    await start(lead({ when: 'after-reply' }));
    visitor.frame.style.blockSize = '280px';
    await visitor.ask('Hello?');
    live.token('A line or two. '.repeat(80));
    await until(() => visitor.log.scrollTop > 0);
    live.done();
    await until(() => form() !== null);
    await visitor.settled();
    const view = visitor.log.getBoundingClientRect();
    const { top } = form()!.getBoundingClientRect();
    expect(top - view.top, 'where the form begins').to.be.closeTo(view.height / 2, 24);
    expect(visitor.button('New answer below')).to.equal(undefined);
    visitor.button('Skip')!.click();
    await visitor.settled();
    await until(() => visitor.log.scrollHeight - visitor.log.clientHeight - visitor.log.scrollTop < 2);
  });

  it('that is required after the first reply comes before every further question, from whatever button', async () => {
    await start(lead({ when: 'after-reply', required: true }));
    await visitor.ask('Hello');
    live.token('Hi.');
    live.done();
    await until(() => form() !== null && visitor.button('Regenerate') !== undefined);
    expect(composerIsThere()).to.equal(false);
    for (const name of ['Regenerate', 'Edit']) {
      visitor.button(name)!.click();
      await visitor.settled();
      expect(visitor.root.activeElement).to.equal(field('name'));
    }
    let may = false;
    const wait = visitor.element.whenUnblocked().then(() => {
      may = true;
    });
    await visitor.settled();
    expect(may).to.equal(false);
    expect(visitor.network.asked()).to.have.length(1);
    field('email').value = 'ada@shop.example';
    visitor.button('Send')!.click();
    await wait;
    expect(contacts()).to.have.length(1);
  });

  it('appears only on request if the settings say so', async () => {
    await start(lead({ when: 'on-request' }));
    expect(form()).to.equal(null);
    visitor.button('More options')!.click();
    await until(() => visitor.button('Leave your contact details') !== undefined);
    visitor.button('Leave your contact details')!.click();
    await until(() => form() !== null);
    await until(() => visitor.root.activeElement === field('name'), 'the cursor in the form');
  });

  it('takes no focus if the visitor moved on before it appeared', async () => {
    await start(lead({ when: 'on-request' }));
    visitor.button('More options')!.focus();
    visitor.element.requestLead();
    visitor.field.focus();
    await until(() => form() !== null);
    await visitor.settled();
    expect(visitor.root.activeElement).to.equal(visitor.field);
  });

  it('scrolls into view completely above a long conversation, and shows its errors to a visitor who is sent there', async () => {
    const phone = { enabled: true, label: '', required: false };
    await start(lead({ when: 'on-request', phone, consent: 'I agree.' }));
    const asked = visitor.conversation.send('Hello?');
    await until(() => live.asked);
    live.token(Array.from({ length: 40 }, (_, n) => `Paragraph ${n}.`).join('\n\n'));
    live.done();
    await asked;
    await until(() => visitor.button('Regenerate') !== undefined, 'all of it');
    await visitor.settled();
    await until(() => {
      visitor.log.scrollTop = 0;
      return !visitor.element.follow.atEnd;
    }, 'that they read above');
    visitor.button('More options')!.click();
    await until(() => visitor.button('Leave your contact details') !== undefined);
    visitor.button('Leave your contact details')!.click();
    await until(() => form() !== null && visitor.root.activeElement === field('name'), 'the cursor in it');
    const hidden = (element: Element): number =>
      Math.round(element.getBoundingClientRect().bottom - visitor.log.getBoundingClientRect().bottom);
    expect(hidden(visitor.button('Send')!), 'its last button').to.be.below(1);
    field('name').required = true;
    await until(() => {
      visitor.log.scrollTop += hidden(field('name')) + 8;
      return !visitor.element.follow.atEnd;
    }, 'that no more than its first field is in view');
    visitor.button('Send')!.click();
    await until(() => field('name').getAttribute('aria-invalid') === 'true');
    const told = visitor.root.getElementById(field('name').getAttribute('aria-describedby')!)!;
    expect(hidden(told), 'what is wrong').to.be.below(1);
  });

  describe('with fields of the owner’s own', () => {
    const own = { label: '', type: 'text', required: false, options: [] } as const;
    const fields: LeadForm['fields'] = [
      { ...own, name: 'order', label: 'Order number', type: 'number', required: true },
      { ...own, name: 'size', label: 'Size', type: 'choice', options: ['S', 'L'] },
      { ...own, name: 'day', label: 'Day', type: 'date' },
      { ...own, name: 'note', label: 'Note' },
    ];
    const labelled = (label: string): HTMLInputElement => {
      const found = [...form()!.querySelectorAll('label')].find(each => each.textContent.startsWith(label))!;
      return form()!.querySelector(`#${found.htmlFor}`)!;
    };

    it('sends what was typed as attributes of the contact, each in its own type', async () => {
      await start(lead({ fields }));
      await until(() => form() !== null);
      field('email').value = 'ada@shop.example';
      labelled('Order number').value = '1042.5';
      labelled('Size').value = 'L';
      labelled('Day').value = '2026-02-28';
      visitor.button('Send')!.click();
      await until(() => contacts().length > 0);
      const { users } = contacts()[0]!.body as { users: Record<string, unknown>[] };
      expect(users[0]!.custom_attributes).to.deep.equal({ order: 1042.5, size: 'L', day: '2026-02-28' });
    });

    it('says what is missing or too long, beside the field, and keeps the rest', async () => {
      await start(lead({ fields }));
      await until(() => form() !== null);
      field('email').value = 'ada@shop.example';
      labelled('Note').value = 'n'.repeat(1001);
      visitor.button('Send')!.click();
      await until(() => labelled('Order number').ariaInvalid === 'true');
      expect(visitor.root.activeElement).to.equal(labelled('Order number'));
      const errors = [...form()!.querySelectorAll('.field .wrong')].map(({ textContent }) => textContent);
      expect(errors).to.deep.equal(['Fill in this field.', '1 character too many']);
      expect(labelled('Note').value.length).to.equal(1001);
      expect(contacts()).to.deep.equal([]);
    });

    it('refuses a number that a contact cannot keep', async () => {
      await start(lead({ fields }));
      await until(() => form() !== null);
      field('email').value = 'ada@shop.example';
      labelled('Order number').value = '9007199254740993';
      visitor.button('Send')!.click();
      await until(() => labelled('Order number').ariaInvalid === 'true');
      const errors = [...form()!.querySelectorAll('.field .wrong')].map(({ textContent }) => textContent);
      expect(errors).to.deep.equal([en.leadNumberWrong]);
      expect(contacts()).to.deep.equal([]);
      labelled('Order number').value = '-9007199254740991';
      visitor.button('Send')!.click();
      await until(() => contacts().length === 1);
    });

    it('asks for them alone where the owner wants nothing else', async () => {
      const off = { enabled: false, label: '', required: false };
      await start(lead({ name: off, email: off, fields: fields.slice(1, 2) }));
      await until(() => form() !== null);
      expect(allByRole(form()!, 'combobox').map(each => nameOf(each))).to.deep.equal(['Size (optional)']);
      expect(form()!.querySelectorAll('input').length).to.equal(0);
      await visitor.element.focusComposer();
      await until(() => visitor.root.activeElement === labelled('Size'), 'the focus on the field');
    });
  });

  it('requires the tick for consent, and opens its link elsewhere', async () => {
    await start(lead({ consent: 'I agree to the [terms](https://shop.example/terms).' }));
    await until(() => form() !== null);
    const link = form()!.querySelector<HTMLAnchorElement>('a')!;
    expect(link.href).to.equal('https://shop.example/terms');
    field('email').value = 'ada@shop.example';
    visitor.button('Send')!.click();
    await until(() => field('consent').getAttribute('aria-invalid') === 'true');
    expect(contacts()).to.have.length(0);
    field('consent').click();
    visitor.button('Send')!.click();
    await until(() => contacts().length === 1);
  });
});
