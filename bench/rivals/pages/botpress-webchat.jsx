import { Composer, Container, Fab, Header, MessageList, StylesheetProvider } from '@botpress/webchat';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { words } from './agent.js';

const SENDERS = { outgoing: { name: 'You' }, incoming: { name: 'Agent' } };
let last = 0;
const message = (direction, text, id = `m${++last}`) => ({
  id,
  timestamp: new Date(0),
  authorId: direction,
  direction,
  sender: SENDERS[direction],
  status: 'processed',
  block: { type: 'bubble', block: { type: 'text', text } },
});
const frame = () => new Promise(requestAnimationFrame);

/** Its parts around messages of our own, as its documents build a chat without the hosted service. */
function Chat() {
  const [isOpen, setOpen] = useState(false);
  const [messages, setMessages] = useState([]);
  const ask = async question => {
    setMessages(before => [...before, message('outgoing', question)]);
    const id = `m${++last}`;
    let text = '';
    for await (const more of words(question)) {
      const isFirst = text === '';
      text += more;
      const answer = message('incoming', text, id);
      setMessages(before => [...(isFirst ? before : before.slice(0, -1)), answer]);
    }
  };
  window.subject = {
    async open() {
      document.querySelector('#launcher').click();
      while (!document.querySelector('textarea')?.checkVisibility()) await frame();
    },
    ask,
    restore: pairs =>
      setMessages(
        pairs.flatMap(([question, answer]) => [message('outgoing', question), message('incoming', answer)]),
      ),
  };
  const place = { position: 'fixed', right: 20 };
  return (
    <>
      <StylesheetProvider />
      <Container
        connected
        style={{ ...place, width: 400, height: 600, bottom: 90, display: isOpen ? 'flex' : 'none' }}
      >
        <Header closeWindow={() => setOpen(false)} configuration={{ botName: 'Agent' }} />
        <MessageList botName="Agent" messages={messages} sendMessage={ask} isOpen={isOpen} />
        <Composer connected sendMessage={ask} composerPlaceholder="Write" />
      </Container>
      <Fab
        id="launcher"
        onClick={() => setOpen(!isOpen)}
        style={{ ...place, bottom: 20, width: 64, height: 64 }}
      />
    </>
  );
}

createRoot(document.querySelector('#root')).render(<Chat />);
