import { expect } from '@open-wc/testing';
import { eventStream, sse } from '../../fakes/chat-fetch.ts';
import { field, happened, isShown, launcher, root, Site, until } from './site.ts';

/** No inline style, no eval, nothing from elsewhere, and Trusted Types demanded; `{names}` may make policies. `{site}` is this one. */
const POLICY =
  "default-src 'none'; script-src {site}; style-src 'none'; connect-src {site}; img-src {site}; require-trusted-types-for 'script'; trusted-types {names}";

describe('under a strict policy', () => {
  let site: Site;
  let frame: HTMLIFrameElement;
  beforeEach(() => {
    site = new Site();
    frame = document.createElement('iframe');
    frame.width = '900';
    frame.height = '800';
  });
  afterEach(() => site.leave());

  /** A page with that policy and the script on it: what it violates, prints as an error and throws. */
  async function visit(
    names: string,
    policy: string = POLICY,
  ): Promise<{
    page: Window & typeof globalThis;
    violations: string[];
    printed: string[];
    errors: string[];
  }> {
    const script = new URL('../../../src/agent-chat.ts', import.meta.url).pathname;
    frame.srcdoc = `<!doctype html><html lang="en"><meta http-equiv="Content-Security-Policy" content="${policy.replaceAll('{site}', location.origin).replace('{names}', names)}"><title>Strict</title><script type="module" src="${script}"></script>`;
    const violations: string[] = [];
    const printed: string[] = [];
    const errors: string[] = [];
    const loaded = new Promise(resolve => frame.addEventListener('load', resolve, { once: true }));
    site.box.append(frame);
    await loaded;
    const page = frame.contentWindow as Window & typeof globalThis;
    page.document.addEventListener('securitypolicyviolation', event =>
      violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    );
    page.addEventListener('error', event => errors.push(event.message));
    page.addEventListener('unhandledrejection', event => errors.push(String(event.reason)));
    page.console.error = (...words: unknown[]) => printed.push(words.join(' '));
    page.fetch = window.fetch;
    return { page, violations, printed, errors };
  }

  it('works with the one policy name it needs, without a violation', async () => {
    site.leave();
    site = new Site({ styles: { buttonColor: '#123456' } }, [eventStream(sse(['**Hello** [there](/a).']))]);
    const { page, violations } = await visit('lit-html');
    await page.customElements.whenDefined('agent-chat');
    const chat = page.document.createElement('agent-chat');
    chat.agentId = site.agentId;
    page.document.body.append(chat);
    await until(() => launcher(chat), 'the launcher');
    launcher(chat).click();
    await until(() => isShown(chat) && field(chat), 'the window');
    await chat.sendMessage('Hello?');
    await until(() => root(chat).querySelector('[role=article] strong'), 'the answer');
    expect(page.getComputedStyle(launcher(chat)).backgroundColor).to.equal('rgb(18, 52, 86)');
    chat.hide();
    await until(() => !isShown(chat), 'the window closed');
    expect(violations).to.deep.equal([]);
    // The policy is in force: what it forbids is refused, and reported.
    const refused = new Promise(resolve =>
      page.document.addEventListener('securitypolicyviolation', resolve, { once: true }),
    );
    page.document.body.setAttribute('style', 'color: red');
    await refused;
  });

  it('says which policy name is missing, by event and in the console, and throws nothing', async function () {
    if (!('trustedTypes' in window)) this.skip();
    const { page, printed, errors } = await visit("'none'");
    await page.customElements.whenDefined('agent-chat');
    const chat = page.document.createElement('agent-chat');
    chat.agentId = site.agentId;
    const reported = happened(chat, 'agent-chat-error');
    page.document.body.append(chat);
    const { code, message } = (await reported).detail;
    expect(code).to.equal('trusted_types');
    expect(message).to.include('trusted-types lit-html');
    // Another Lit on the page may have made a policy of that name.
    expect(message).to.include("'allow-duplicates'");
    expect(printed).to.have.length(1);
    expect(printed[0]).to.include('<agent-chat>').and.include('lit-html');
    void chat.show();
    chat.heading = 'Shop';
    await chat.updateComplete;
    await new Promise(resolve => page.setTimeout(resolve));
    expect(errors).to.deep.equal([]);
    expect(printed).to.have.length(1);
    // The page's own calls are as before.
    expect(
      Object.hasOwn((page as unknown as { trustedTypes: object }).trustedTypes, 'createPolicy'),
    ).to.equal(false);
  });

  it('works without a policy where the page allows no names but does not demand Trusted Types', async () => {
    site.leave();
    site = new Site({}, [eventStream(sse(['**Hello** there.']))]);
    const { page, errors } = await visit(
      "'none'",
      POLICY.replace("require-trusted-types-for 'script'; ", ''),
    );
    await page.customElements.whenDefined('agent-chat');
    const chat = page.document.createElement('agent-chat');
    chat.agentId = site.agentId;
    page.document.body.append(chat);
    await until(() => launcher(chat), 'the launcher');
    launcher(chat).click();
    await until(() => isShown(chat) && field(chat), 'the window');
    await chat.sendMessage('Hello?');
    await until(() => root(chat).querySelector('[role=article] strong'), 'the answer');
    expect(errors).to.deep.equal([]);
  });
});
