/** What each of the two published packages consists of. The entries are those of the root's `package.json`. */

/** Entries that belong to `agent-chat-server`; all others belong to `agent-chat`. */
const OF_SERVER = /^\.\/(?:proxy|service)\b/;

export interface PackagePlan {
  name: 'agent-chat' | 'agent-chat-server';
  description: string;
  /** Whether the package runs only in Node.js and compatible runtimes. */
  isForNode: boolean;
  /** Whether this entry of the root belongs to the package. */
  owns: (entry: string) => boolean;
  /** Scripts that no entry imports: the command, and what runs in a thread of its own. Below `dist`. */
  scripts: string[];
  /** Specifiers that stay imports, by how they begin, and so make their package a dependency. The rest is copied in. */
  dependencies: RegExp;
  /** Packages of the app's framework, which the package imports only if the app has them. */
  peers: Record<string, string>;
  /** Specifiers that are replaced: `lit` only re-exports these packages. */
  renamed: [specifier: RegExp, replacement: string][];
  /** Files and folders of the tree that are copied as they are. */
  files: string[];
  /** Files of libraries that are read at run time, and their place below `dist/vendor`. */
  assets: Record<string, string>;
  /** Fields of `package.json` that are copied from the root. */
  fields: string[];
  extraFields: Record<string, unknown>;
}

export const PLANS: PackagePlan[] = [
  {
    name: 'agent-chat',
    description:
      'A streaming chat widget and its admin panel as custom elements, a client without a user interface, and React components.',
    isForNode: false,
    owns: entry => !OF_SERVER.test(entry),
    scripts: [],
    dependencies: /^(?:lit-element|lit-html)\//,
    peers: {
      '@types/react': '>=18.2',
      preact: '>=10',
      react: '>=17',
      'solid-js': '>=1.8',
      svelte: '>=4',
      vue: '>=3.3',
    },
    renamed: [
      [/^lit$/, 'lit-element/lit-element.js'],
      [/^lit\/(directives?\b.*)$/, 'lit-html/$1'],
    ],
    files: [
      'LICENSE',
      'CHANGELOG.md',
      'dist/html-custom-data.json',
      'dist/css-custom-data.json',
      'dist/web-types.json',
      'examples/terminal',
    ],
    assets: {},
    fields: ['main', 'types', 'customElements', 'web-types'],
    extraFields: {},
  },
  {
    name: 'agent-chat-server',
    description:
      'The server side of agent-chat: a proxy that keeps the key, a self-hosted agent service, and the command agent-chat.',
    isForNode: true,
    owns: entry => OF_SERVER.test(entry),
    scripts: ['cli/main.js', 'cli/pages/page-worker.js', 'service/knowledge/reading/read-worker.js'],
    // What the proxy always loads, and undici, which it loads in every Node.js.
    dependencies: /^(?:hono|@hono\/node-server|@opentelemetry\/api|ipaddr\.js|undici|valibot)(?:\/|$)/,
    peers: {},
    renamed: [],
    files: [
      ...['LICENSE', 'CHANGELOG.md', 'llms.txt', 'index.html', 'bin', 'demo', 'deploy'],
      ...['docs', 'dist/cdn', 'dist/cmaps', 'dist/docs', 'dist/custom-elements.json'],
    ],
    assets: { 'multilingual-stemmer/dist/browser/index_bg.wasm': 'browser/index_bg.wasm' },
    fields: ['bin', 'engines'],
    extraFields: { sideEffects: false },
  },
];
