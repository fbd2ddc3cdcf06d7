import Link from 'next/link';

export default function Page() {
  return (
    <main>
      <h1>Page one</h1>
      <Link href="/by-tag/two">To page two</Link>
    </main>
  );
}
