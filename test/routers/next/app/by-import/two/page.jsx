import Link from 'next/link';

export default function Page() {
  return (
    <main>
      <h1>Page two</h1>
      <Link href="/by-import">To page one</Link>
    </main>
  );
}
