import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { define } from '../../../src/elements/conversation/light-element.ts';
import { AgentChatFeedbackForm } from '../../../src/elements/conversation/message/agent-chat-feedback-form.ts';
import { en } from '../../../src/locales/en.ts';
import { LiveAnswer, until, Visitor } from './harness.ts';

const leadForm = {
  title: '',
  when: 'on-request',
  required: false,
  consent: '',
  name: { enabled: true, label: 'Your name', required: false },
  email: { enabled: false, label: '', required: false },
  phone: { enabled: false, label: '', required: false },
  fields: [],
} as const;

/** A sandbox without `allow-forms` dispatches no submit event. */
function noSubmit(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

describe('in a frame whose sandbox allows scripts and no forms', () => {
  let visitor: Visitor;
  beforeEach(async () => {
    visitor = new Visitor([new LiveAnswer().answer], { leadForm });
    visitor.root.addEventListener('submit', noSubmit, { capture: true });
    await visitor.settled();
  });
  afterEach(() => visitor.remove());

  it('the Send button sends a question', async () => {
    await visitor.type('Hi');
    visitor.button('Send message')!.click();
    await until(() => visitor.network.asked().length === 1);
    expect(visitor.field.value).to.equal('');
  });

  for (const way of ['its button', 'Enter'] as const) {
    it(`the lead form is submitted by ${way}`, async () => {
      visitor.element.requestLead();
      await until(() => visitor.root.querySelector('[part=lead-form] input'));
      const field = visitor.root.querySelector<HTMLInputElement>('[part=lead-form] input')!;
      field.value = 'Ada';
      field.focus();
      if (way === 'Enter') await sendKeys({ press: 'Enter' });
      else visitor.root.querySelector<HTMLElement>('[part=lead-form] .primary-button')!.click();
      await until(() => visitor.network.seen.some(({ url }) => url.endsWith('/contacts')));
    });

    it(`the feedback form is submitted by ${way}`, async () => {
      define('agent-chat-feedback-form', AgentChatFeedbackForm);
      const form = document.createElement('agent-chat-feedback-form') as AgentChatFeedbackForm;
      form.strings = en;
      visitor.root.append(form);
      await form.updateComplete;
      const reasons: unknown[] = [];
      form.addEventListener('feedback-reason', event => {
        reasons.push((event as CustomEvent<{ reason: string }>).detail.reason);
      });
      const field = form.querySelector<HTMLInputElement>('[name=more]')!;
      field.value = 'Too long';
      field.focus();
      if (way === 'Enter') await sendKeys({ press: 'Enter' });
      else form.querySelector<HTMLElement>('.primary-button')!.click();
      await until(() => reasons.length > 0);
      expect(reasons).to.deep.equal(['Too long']);
    });
  }
});
