import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { AgentChat } from '../../../src/agent-chat.ts';
import type { SettingsPatch } from '../../../src/protocol/settings.ts';
import { eventStream, sse } from '../../fakes/chat-fetch.ts';
import { allByRole, byRole } from '../by-role.ts';
import {
  field,
  focused,
  happened,
  isShown,
  launcher,
  named,
  open,
  press,
  root,
  Site,
  until,
  windowOf,
} from './site.ts';

const OPTIONAL = { enabled: true, label: '', required: false };
/** A form that has to be sent before the first question. */
const FORM_FIRST: SettingsPatch = {
  leadForm: {
    title: '',
    when: 'before',
    required: true,
    consent: '',
    name: OPTIONAL,
    email: OPTIONAL,
    phone: OPTIONAL,
  },
};

describe('the page’s options and calls', () => {
  let site: Site;
  afterEach(() => {
    site.leave();
    Reflect.deleteProperty(window, 'agentChat');
  });

  const sent = (): string => (site.network.asked().at(-1)!.body as { message: string }).message;
  const refused = (chat: AgentChat, text: string): Promise<unknown> =>
    chat.sendMessage(text).then(
      () => 'sent',
      ({ code }) => code,
    );

  it('stores and sends nothing before the visitor has agreed', async () => {
    site = new Site();
    const chat = await site.place(element => {
      element.consent = 'required';
    });
    await chat.show();
    const waits = chat.sendMessage('Hello?');
    await until(() => named(chat, 'Agree and start'));
    expect(field(chat)).to.equal(null);
    expect(site.network.seen).to.have.length(0);
    expect(localStorage.length).to.equal(0);
    const agreed = happened(chat, 'agent-chat-consent');
    named(chat, 'Agree and start')!.click();
    await agreed;
    await waits;
    expect(sent()).to.equal('Hello?');
    await until(() => field(chat));
    await chat.logout();
    await until(() => named(chat, 'Agree and start'));
    expect(Object.keys(localStorage), 'nothing is left').to.deep.equal([]);
  });

  it('asks for consent again in every tab after a logout in one', async () => {
    site = new Site();
    const consenting = (element: AgentChat): void => {
      element.consent = 'required';
    };
    const here = await site.place(consenting);
    await here.show();
    await until(() => named(here, 'Agree and start'));
    named(here, 'Agree and start')!.click();
    await until(() => field(here));
    const there = await site.place(consenting);
    await there.show();
    await until(() => field(there));
    await here.logout();
    await until(() => named(there, 'Agree and start'), 'the consent text in the other tab');
    expect(field(there)).to.equal(null);
    expect(Object.keys(localStorage), 'nothing is left').to.deep.equal([]);
  });

  it('focuses the heading above the consent text when it is opened by keyboard', async () => {
    site = new Site();
    const chat = await site.place(element => {
      element.consent = 'required';
    });
    launcher(chat).focus();
    launcher(chat).click();
    await until(() => named(chat, 'Agree and start'));
    await until(() => focused() === root(chat).querySelector('[part=heading]'), 'the focus on the heading');
  });

  it('focuses the message field after the visitor has agreed', async () => {
    site = new Site();
    const chat = await site.place(element => {
      element.consent = 'required';
    });
    await chat.show();
    await until(() => named(chat, 'Agree and start'));
    named(chat, 'Agree and start')!.focus();
    named(chat, 'Agree and start')!.click();
    await until(() => field(chat));
    await until(() => focused() === field(chat), 'the cursor in the message field');
  });

  it('opens and shows the consent text before a question of the page', async () => {
    site = new Site();
    const chat = await site.place(element => {
      element.consent = 'required';
    });
    const waits = chat.sendMessage('Hello?');
    await until(() => isShown(chat) && named(chat, 'Agree and start'), 'the consent text');
    expect(site.network.seen).to.have.length(0);
    named(chat, 'Agree and start')!.click();
    await waits;
    expect(sent()).to.equal('Hello?');
  });

  it('clears at a logout what was stored before the page asked for consent', async () => {
    site = new Site();
    const before = await site.place();
    await before.sendMessage('Hello?');
    before.remove();
    const chat = await site.place(element => {
      element.consent = 'required';
    });
    await chat.logout();
    expect(Object.keys(localStorage), 'nothing is left').to.deep.equal([]);
  });

  it('sends a question of the page only after a form that comes first, and shows that form', async () => {
    site = new Site(FORM_FIRST);
    const chat = await site.place();
    const waits = chat.sendMessage('Hello?');
    await until(() => root(chat).querySelector('[part~=lead-form]'));
    expect(isShown(chat)).to.equal(true);
    expect(site.network.asked()).to.have.length(0);
    const email = root(chat).querySelector<HTMLInputElement>('[name=email]')!;
    email.value = 'ada@shop.example';
    named(chat, 'Send')!.click();
    await waits;
    expect(sent()).to.equal('Hello?');
    expect(site.network.asked()).to.have.length(1);
  });

  it('sends what waits for a form, and keeps its fields, when the mode changes to inline', async () => {
    site = new Site(FORM_FIRST);
    const chat = await site.place();
    const email = (): HTMLInputElement | null => root(chat).querySelector('[name=email]');
    const waits = chat.sendMessage('Hello?');
    await until(email);
    email()!.value = 'ada@shop.example';
    email()!.dispatchEvent(new InputEvent('input', { bubbles: true }));
    site.box.append(chat);
    chat.mode = 'inline';
    await until(() => windowOf(chat)?.localName === 'section' && email());
    expect(email()!.value).to.equal('ada@shop.example');
    expect(site.network.asked()).to.have.length(0);
    named(chat, 'Send')!.click();
    await waits;
    expect(sent()).to.equal('Hello?');
  });

  it('keeps the conversation where `persist` says', async () => {
    site = new Site();
    const kept: Record<string, number> = {};
    for (const persist of ['local', 'session', 'memory', 'none'] as const) {
      const chat = await site.place(element => {
        element.persist = persist;
      });
      await chat.sendMessage('Hello?');
      const keys = (storage: Storage) => Object.keys(storage).filter(key => key.includes(':state:')).length;
      kept[persist] = keys(localStorage) * 10 + keys(sessionStorage);
      await chat.logout();
      chat.remove();
    }
    expect(kept).to.deep.equal({ local: 10, session: 1, memory: 0, none: 0 });
  });

  it('loads images from `image-hosts`, and uses the page’s highlighter and formula renderer', async () => {
    const answer = `![ours](${location.origin}/x.png) ![theirs](https://spy.example/x.png)\n\n\`\`\`js\nlet a;\n\`\`\`\n\n$$a*b$$ for $5`;
    site = new Site({}, [eventStream(sse([answer]))]);
    const asked: string[] = [];
    const chat = await site.place(element => {
      element.imageHosts = `cdn.example ${location.host}`;
      element.formulaRenderer = (tex, { display }) => {
        const formula = document.createElement('i');
        formula.textContent = `${tex} ${display}`;
        return formula;
      };
      element.highlighter = (code, language) => {
        asked.push(language);
        const colours = document.createDocumentFragment();
        const word = document.createElement('b');
        word.textContent = code;
        colours.append(word);
        return colours;
      };
    });
    await chat.sendMessage('Show me');
    await until(() => root(chat).querySelector('code b'));
    expect(asked).to.deep.equal(['js']);
    await until(() => root(chat).querySelector('p > i')?.textContent === 'a*b true');
    const images = [...root(chat).querySelectorAll<HTMLImageElement>('[part~=part-text] img')];
    expect(images.map(image => [image.alt, image.loading])).to.deep.equal([['ours', 'lazy']]);
  });

  it('sends the question of a page button at once', async () => {
    site = new Site();
    const chat = await site.place();
    const button = document.createElement('button');
    button.dataset.agentChat = 'open';
    button.dataset.agentChatText = 'Where is my order?';
    site.box.append(button);
    button.click();
    await until(() => isShown(chat) && site.network.asked().length === 1, 'the question');
    expect(sent()).to.equal('Where is my order?');
  });

  it('sends the question of a page button once if it is pressed twice, without a page error', async () => {
    site = new Site({}, [eventStream(sse(['Hel']).slice(0, 1), { end: 'hang' })]);
    const chat = await site.place();
    const button = document.createElement('button');
    Object.assign(button.dataset, { agentChat: 'open', agentChatText: 'What does it cost?' });
    site.box.append(button);
    const errors: unknown[] = [];
    const onError = (event: PromiseRejectionEvent): void => {
      event.preventDefault();
      errors.push(event.reason);
    };
    window.addEventListener('unhandledrejection', onError);
    try {
      button.click();
      await until(() => site.network.asked().length === 1);
      button.click();
      // What is asked after it is refused after it.
      await chat.sendMessage('And?').catch(() => {});
      await new Promise(requestAnimationFrame);
    } finally {
      window.removeEventListener('unhandledrejection', onError);
    }
    expect(errors).to.deep.equal([]);
    expect(site.network.asked()).to.have.length(1);
    expect(field(chat)!.value).to.equal('');
  });

  it('keeps the question of another page button as a draft during an answer', async () => {
    site = new Site({}, [eventStream(sse(['Hel']).slice(0, 1), { end: 'hang' })]);
    const chat = await site.place();
    void chat.sendMessage('Hello?').catch(() => {});
    await until(() => site.network.asked().length === 1);
    const button = document.createElement('button');
    Object.assign(button.dataset, { agentChat: 'open', agentChatText: 'What does it cost?' });
    site.box.append(button);
    button.click();
    await until(() => field(chat)?.value === 'What does it cost?', 'the question');
    field(chat)!.value = 'And when do you';
    field(chat)!.dispatchEvent(new InputEvent('input', { bubbles: true }));
    button.click();
    await chat.sendMessage('And?').catch(() => {});
    await new Promise(requestAnimationFrame);
    expect(field(chat)!.value, 'what is typed stays').to.equal('And when do you');
    expect(site.network.asked()).to.have.length(1);
  });

  it('supports command and commandfor', async () => {
    site = new Site();
    const chat = await site.place(element => {
      element.id = 'support';
    });
    const button = document.createElement('button');
    button.setAttribute('command', '--toggle');
    button.setAttribute('commandfor', 'support');
    site.box.append(button);
    button.click();
    await until(() => isShown(chat), 'the window open');
    button.click();
    await until(() => !isShown(chat), 'the window closed');
  });

  it('supports a button in the same shadow root or outside it', async () => {
    site = new Site();
    const component = document.createElement('div').attachShadow({ mode: 'open' });
    site.box.append(component.host);
    const chat = await site.place();
    component.append(chat);
    for (const where of [component, site.box]) {
      const button = document.createElement('button');
      button.dataset.agentChat = 'toggle';
      where.append(button);
      button.click();
      await until(() => isShown(chat), 'the window open');
      button.click();
      await until(() => !isShown(chat), 'the window closed');
    }
  });

  it('runs queued calls in order', async () => {
    site = new Site();
    // The stub of the documented snippet: it keeps the calls in `q` until the script takes them over.
    const q: unknown[][] = [];
    const early = Object.assign((...call: unknown[]) => void q.push(call), { q });
    Object.assign(window, { agentChat: early });
    early('set', { heading: 'Ask the gardener' });
    early('sendMessage', 'Hello?');
    const chat = await site.place();
    await until(() => site.network.asked().length === 1, 'the question');
    expect(sent()).to.equal('Hello?');
    expect(chat.heading).to.equal('Ask the gardener');
    const later = window.agentChat as unknown as (...call: unknown[]) => void;
    later('show');
    await until(() => isShown(chat), 'the window open');
  });

  it('runs the calls after an invalid one, and reports that in the console', async () => {
    site = new Site();
    const told: unknown[] = [];
    const onError = window.onerror;
    window.onerror = message => told.push(message);
    window.agentChat = Object.assign(() => {}, {
      q: [
        ['set', { messages: [] }],
        ['set', { heading: 'Ask us' }],
      ],
    });
    try {
      const chat = await site.place();
      await until(() => chat.heading === 'Ask us', 'the heading');
      expect(told).to.have.length(1);
    } finally {
      window.onerror = onError;
      delete window.agentChat;
    }
  });

  it('warns in the console of a failed call, without an unhandled rejection', async () => {
    site = new Site();
    const unhandled: unknown[] = [];
    const onUnhandled = (event: PromiseRejectionEvent): void => {
      event.preventDefault();
      unhandled.push(event.reason);
    };
    window.addEventListener('unhandledrejection', onUnhandled);
    const { warn } = console;
    const warned: string[] = [];
    console.warn = (...words: unknown[]) => warned.push(words.join(' '));
    window.agentChat = Object.assign(() => {}, { q: [['sendMessage', '']] });
    try {
      const chat = await site.place();
      await until(() => warned.some(words => /sendMessage.*1 to 2000 characters/.test(words)), 'the warning');
      await chat.sendMessage('Hello?');
      expect(unhandled).to.deep.equal([]);
    } finally {
      console.warn = warn;
      window.removeEventListener('unhandledrejection', onUnhandled);
      delete window.agentChat;
    }
  });

  it('hides typed letters from the page’s shortcuts, but not those with Ctrl', async () => {
    const text = { enabled: true, label: '', required: false };
    const leadForm = {
      title: '',
      when: 'after-reply',
      required: true,
      consent: '',
      name: text,
      email: text,
      phone: text,
    };
    site = new Site({ leadForm } as SettingsPatch);
    const heard: string[] = [];
    // As pages do it: what is typed into a field is spared. Out here the field can't be seen to be one.
    const shortcut = (event: KeyboardEvent): void => {
      if (/^(INPUT|TEXTAREA)$/.test((event.target as Element).tagName)) return;
      heard.push(event.key);
      event.preventDefault();
    };
    document.addEventListener('keydown', shortcut);
    try {
      const chat = await site.place();
      await open(chat);
      await sendKeys({ type: 'j, k or /?' });
      expect(field(chat)!.value).to.equal('j, k or /?');
      press(field(chat)!, 'k', { ctrlKey: true });
      press(field(chat)!, 'F2');
      expect(heard).to.deep.equal(['k', 'F2']);
      named(chat, 'Send message')!.click();
      const name = (): HTMLInputElement | null => root(chat).querySelector('[part=lead-form] input');
      await until(name, 'the form');
      name()!.focus();
      await sendKeys({ type: 'Jack' });
      expect(name()!.value).to.equal('Jack');
    } finally {
      document.removeEventListener('keydown', shortcut);
    }
  });

  it('shows the page context that it sends, and leaves it out on request', async () => {
    site = new Site();
    const chat = await site.place(element => {
      element.pageContext = true;
    });
    await open(chat);
    await until(() => root(chat).querySelector('[part=page-context]'));
    await chat.sendMessage('How much?');
    expect(sent()).to.contain('How much?').and.to.contain(location.pathname).and.not.to.contain('?wtr');
    await chat.sendMessage('And two?');
    expect(sent()).to.equal('And two?');
  });

  it('sends no page context without a question', async () => {
    site = new Site();
    const chat = await site.place(element => {
      element.pageContext = true;
    });
    await open(chat);
    await until(() => root(chat).querySelector('[part=page-context]'));
    expect(await refused(chat, ' ')).to.equal('invalid_message');
    expect(chat.messages).to.deep.equal([]);
  });

  it('sends the page context with the next question if one is refused', async () => {
    site = new Site({}, [
      eventStream(sse(['Hello', '!']).slice(0, 1), { end: 'hang' }),
      eventStream(sse(['Hello'])),
    ]);
    const chat = await site.place();
    await open(chat);
    const first = chat.sendMessage('How much?');
    await until(() => chat.messages.length === 1, 'the question');
    chat.pageContext = true;
    await until(() => root(chat).querySelector('[part=page-context]'));
    expect(await refused(chat, 'And two?')).to.equal('conflict');
    chat.stop();
    await first;
    await chat.sendMessage('And two?');
    expect(sent()).to.contain('And two?').and.to.contain(location.pathname);
  });

  it('shows the next page after a router’s navigation before it sends it', async function () {
    if (!('navigation' in window)) this.skip();
    site = new Site();
    const chat = await site.place(element => {
      element.pageContext = true;
    });
    const line = (): Element | null => root(chat).querySelector('[part=page-context]');
    const { href } = location;
    try {
      await open(chat);
      await until(line);
      await chat.sendMessage('How much?');
      await until(() => named(chat, 'Send message'), 'the end of the answer');
      // Nothing but the router is left to draw it.
      while (!(await chat.updateComplete));
      expect(line()).to.equal(null);
      history.pushState(null, '', '/private');
      await chat.updateComplete;
      line()!.querySelector('button')!.click();
      await chat.sendMessage('And two?');
      expect(sent()).to.equal('And two?');
      chat.remove();
      chat.requestUpdate = () => expect.fail('a chat that is gone is drawn');
      history.pushState(null, '', '/next');
    } finally {
      history.pushState(null, '', href);
    }
  });

  it('sends what waits for consent if the page no longer asks for it', async () => {
    site = new Site();
    const chat = await site.place(element => {
      element.consent = 'required';
    });
    const asked = chat.sendMessage('Hello?');
    await chat.show();
    await until(() => named(chat, 'Agree and start'));
    chat.consent = 'none';
    await asked;
    expect(sent()).to.equal('Hello?');
  });

  it('withdraws consent at a logout, also if storage is full', async () => {
    site = new Site();
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    try {
      const chat = await site.place(element => {
        element.consent = 'required';
      });
      await chat.show();
      await until(() => named(chat, 'Agree and start'));
      named(chat, 'Agree and start')!.click();
      await until(() => field(chat), 'the message field');
      await chat.logout();
      await until(() => named(chat, 'Agree and start'), 'the owner’s text again');
    } finally {
      Storage.prototype.setItem = setItem;
    }
  });

  it('focuses the open chat from a page button', async () => {
    site = new Site();
    const button = document.createElement('button');
    button.dataset.agentChat = 'open';
    site.box.append(button);
    const chat = await site.place();
    button.click();
    await until(() => field(chat) && focused() === field(chat), 'the cursor in the message field');
    button.focus();
    button.click();
    await until(() => focused() === field(chat), 'the cursor in the message field again');
  });

  it('stores nothing for the next page with `persist="none"`', async () => {
    site = new Site({}, [eventStream(sse(['See [there](/there).']))]);
    const chat = await site.place(element => {
      element.setAttribute('persist', 'none');
    });
    await open(chat);
    await chat.sendMessage('Where?');
    const link = (): HTMLElement | undefined => allByRole(root(chat), 'link')[0];
    await until(link);
    const kept = await import('../../../src/elements/agent-chat/page/page-observers.ts');
    expect(kept.PageObservers).to.be.a('function');
    await new Promise(requestAnimationFrame);
    document.addEventListener('click', event => event.preventDefault(), { once: true });
    link()!.click();
    expect(Object.keys({ ...sessionStorage, ...localStorage })).to.deep.equal([]);
  });

  it('lets the page cancel a link', async () => {
    site = new Site();
    const chat = await site.place();
    await chat.restore({
      messages: [
        {
          role: 'assistant',
          parts: [{ type: 'text', text: '[guide](/guide) and [far](https://far.example/)' }],
        },
      ],
    });
    await chat.show();
    await until(() => allByRole(root(chat), 'link').length === 2);
    const [near, far] = allByRole<HTMLAnchorElement>(root(chat), 'link');
    const taken: { url: string; sameOrigin: boolean }[] = [];
    chat.addEventListener('agent-chat-link', event => {
      taken.push(event.detail);
      event.preventDefault();
    });
    near!.click();
    far!.click();
    expect(taken.map(one => one.sameOrigin)).to.deep.equal([true, false]);
    expect(far!.rel).to.contain('noopener').and.to.contain('noreferrer');
  });

  it('dispatches no event for a link that the visitor opens in a new tab', async () => {
    site = new Site();
    const chat = await site.place();
    await chat.restore({
      messages: [{ role: 'assistant', parts: [{ type: 'text', text: '[guide](/guide)' }] }],
    });
    await chat.show();
    await until(() => allByRole(root(chat), 'link')[0]);
    chat.addEventListener('agent-chat-link', event => event.preventDefault());
    for (const key of ['ctrlKey', 'metaKey', 'shiftKey']) {
      const press = new MouseEvent('click', { bubbles: true, composed: true, cancelable: true, [key]: true });
      let taken: boolean | undefined;
      site.box.addEventListener(
        'click',
        event => {
          taken = event.defaultPrevented;
          event.preventDefault();
        },
        { once: true },
      );
      byRole(root(chat), 'link', 'guide').dispatchEvent(press);
      expect(taken, key).to.equal(false);
    }
  });

  for (const [links, near, far] of [
    ['auto', '', '_blank'],
    ['same', '', ''],
    ['new', '_blank', '_blank'],
  ] as const) {
    it(`opens links as links says: ${links}`, async () => {
      site = new Site();
      const chat = await site.place(element => {
        element.links = links;
      });
      const text = '[guide](/guide), [far](https://far.example/), [write](mailto:us@shop.example)';
      await chat.restore({ messages: [{ role: 'assistant', parts: [{ type: 'text', text }] }] });
      await chat.show();
      await until(() => allByRole(root(chat), 'link').length === 3);
      const anchors = allByRole<HTMLAnchorElement>(root(chat), 'link');
      const targets: string[] = [];
      // The last to hear of it notes where the browser was about to go, and keeps it from going there.
      site.box.addEventListener('click', event => {
        expect(event.defaultPrevented).to.equal(false);
        const link = event.composedPath()[0] as HTMLAnchorElement;
        targets.push(link.target);
        if (link.target) expect(link.rel).to.contain('noopener').and.to.contain('noreferrer');
        event.preventDefault();
      });
      for (const link of anchors) link.click();
      // Nothing to read is at an address to write to: there a new tab would stay empty.
      expect(targets).to.deep.equal([near, far, '']);
    });
  }

  /** The chat, open by itself; and whether it opens so once more on the next page. */
  async function openedByItself(): Promise<{ chat: AgentChat; again: () => Promise<boolean> }> {
    site = new Site({ autoOpen: { delay: 0, perSession: 9, perWeek: 9 } });
    const chat = await site.place();
    await until(() => isShown(chat) && named(chat, 'Close chat'), 'the window open');
    const again = async (): Promise<boolean> => {
      await until(() => !isShown(chat), 'the window closed');
      chat.remove();
      const next = await site.place();
      await import('../../../src/elements/agent-chat/opening/auto-open.ts');
      await new Promise(resolve => setTimeout(resolve));
      await new Promise(requestAnimationFrame);
      return next.open;
    };
    return { chat, again };
  }

  it('opens automatically without taking the focus', async () => {
    await openedByItself();
    expect(focused() === document.body).to.equal(true);
  });

  const VISITORS_WAYS: Record<string, (chat: AgentChat) => void> = {
    'its button': chat => named(chat, 'Close chat')!.click(),
    'the launcher': chat => launcher(chat).click(),
    Escape: chat => press(field(chat)!, 'Escape'),
    'the way back of a phone': chat =>
      chat.shadowRoot!.querySelector('dialog')!.dispatchEvent(new Event('cancel', { cancelable: true })),
    'a button of the page': () => {
      const button = document.createElement('button');
      button.dataset.agentChat = 'close';
      site.box.append(button);
      button.click();
    },
  };
  for (const [way, close] of Object.entries(VISITORS_WAYS)) {
    it(`never opens automatically again after the visitor closed it by ${way}`, async () => {
      const { chat, again } = await openedByItself();
      await until(() => field(chat), 'the message field');
      close(chat);
      expect(await again()).to.equal(false);
    });
  }

  it('opens automatically again if only the page has closed it', async () => {
    const { chat, again } = await openedByItself();
    chat.hide();
    expect(await again()).to.equal(true);
  });

  it('shows greetings instead, until they are dismissed', async () => {
    site = new Site({ initialMessages: ['Need a hand?'], autoOpen: { delay: 0, floating: true } });
    const chat = await site.place();
    await until(() => root(chat).querySelector('[part=greeting]'), 'the greeting');
    expect(chat.open).to.equal(false);
    expect(focused() === document.body).to.equal(true);
    named(chat, 'Dismiss')!.click();
    expect(root(chat).querySelector('[part=greeting]')).to.equal(null);
  });
});
