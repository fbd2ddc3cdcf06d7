import Script from 'next/script';

export default function Layout({ children }) {
  return (
    <>
      {children}
      <Script
        type="module"
        crossOrigin="anonymous"
        src={`${process.env.NEXT_PUBLIC_ENDPOINT}/agent-chat.js`}
        data-agent-id={process.env.NEXT_PUBLIC_AGENT_ID}
      />
    </>
  );
}
