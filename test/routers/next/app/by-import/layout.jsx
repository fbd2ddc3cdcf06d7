import { Chat } from '../../ui/chat.jsx';

export default function Layout({ children }) {
  return (
    <>
      {children}
      <Chat />
    </>
  );
}
