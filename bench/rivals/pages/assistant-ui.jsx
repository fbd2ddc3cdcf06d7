import {
  AssistantRuntimeProvider,
  ComposerPrimitive as Composer,
  MessagePrimitive as Message,
  AssistantModalPrimitive as Modal,
  ThreadPrimitive as Thread,
  useLocalRuntime,
} from '@assistant-ui/react';
import { MarkdownTextPrimitive } from '@assistant-ui/react-markdown';
import { createRoot } from 'react-dom/client';
import remarkGfm from 'remark-gfm';
import { words } from './agent.js';

const agent = {
  async *run({ messages }) {
    let text = '';
    for await (const more of words(messages.at(-1).content[0].text)) {
      text += more;
      yield { content: [{ type: 'text', text }] };
    }
  },
};
// Its typing animation is off: it would be what is measured.
const Text = () => <MarkdownTextPrimitive remarkPlugins={[remarkGfm]} smooth={false} />;
const Question = () => (
  <Message.Root>
    <Message.Parts />
  </Message.Root>
);
const Answer = () => (
  <Message.Root>
    <Message.Parts components={{ Text }} />
  </Message.Root>
);

const frame = () => new Promise(requestAnimationFrame);

function Chat() {
  const runtime = useLocalRuntime(agent);
  window.subject = {
    async open() {
      document.querySelector('#launcher').click();
      while (!document.querySelector('#composer')) await frame();
    },
    ask: text => runtime.thread.append(text),
    restore: pairs =>
      runtime.thread.reset(
        pairs.flatMap(([question, answer]) => [
          { role: 'user', content: [{ type: 'text', text: question }] },
          { role: 'assistant', content: [{ type: 'text', text: answer }] },
        ]),
      ),
  };
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <Modal.Root>
        <Modal.Anchor style={{ position: 'fixed', right: 16, bottom: 16 }}>
          <Modal.Trigger id="launcher">Chat</Modal.Trigger>
        </Modal.Anchor>
        <Modal.Content style={{ width: 360, height: 500, background: 'white' }} sideOffset={16}>
          <Thread.Root style={{ height: '100%', display: 'flex', flexDirection: 'column' }}>
            <Thread.Viewport style={{ flex: 1, overflow: 'auto' }}>
              <Thread.Messages components={{ UserMessage: Question, AssistantMessage: Answer }} />
            </Thread.Viewport>
            <Composer.Root>
              <Composer.Input id="composer" />
              <Composer.Send>Send</Composer.Send>
            </Composer.Root>
          </Thread.Root>
        </Modal.Content>
      </Modal.Root>
    </AssistantRuntimeProvider>
  );
}

createRoot(document.querySelector('#root')).render(<Chat />);
