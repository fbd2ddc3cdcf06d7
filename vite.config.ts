import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { compactTemplates } from './build/compact-templates.ts';
import { devPages } from './build/dev-pages.ts';
import { linkedChunks } from './build/linked-chunks.ts';

const absolute = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The scripts a page can load, by name, each bundled on its own so that neither waits for the other's code. */
export const BUNDLES = {
  'agent-chat': absolute('src/agent-chat-cdn.ts'),
  'agent-chat-admin': absolute('src/agent-chat-admin.ts'),
};

/**
 * Chunks that other chunks import from. As entries they may export more than their source does. Otherwise Rolldown
 * wraps their exports with a helper in one more chunk, which fails on a page that has extended `Object.prototype`.
 */
const SHARED_CHUNKS = {
  'agent-chat-window': absolute('src/elements/agent-chat/window/agent-chat-window.ts'),
  interactions: absolute('src/elements/conversation/interactions.ts'),
  markdown: absolute('src/elements/conversation/message/markdown.ts'),
  'render-parts': absolute('src/elements/conversation/parts/render-parts.ts'),
  'tool-rounds': absolute('src/client/conversation/tool-rounds.ts'),
};

/** Small files that chunks of before and after the first message import. As a chunk they would be one more round trip. */
const WITH_WINDOW = /\/(?:agent-chat-window|copy-text|safe-url)\.ts$/;

/** `vite build --mode agent-chat-admin` bundles the admin panel; any other mode the widget. */
export default defineConfig(({ mode }) => {
  const tag = mode === 'agent-chat-admin' ? mode : 'agent-chat';
  const server = `http://localhost:${process.env.PORT ?? 8787}`;
  return {
    plugins: [
      devPages(BUNDLES, server),
      compactTemplates,
      tag === 'agent-chat'
        ? linkedChunks({ tag, element: 'AgentChat', loader: 'loadChunk' })
        : linkedChunks({ tag, element: 'AgentChatAdmin' }),
    ],
    server: { proxy: { '^/(api|v2|docs|demo/docs)/': server } },
    build: {
      outDir: 'dist/cdn',
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      // Terser first, then Rolldown's own (`output.minify`): 0.4 KB less before a first answer than either alone.
      minify: 'terser',
      terserOptions: { module: true, compress: { passes: 2, inline: 1 } },
      reportCompressedSize: false,
      lib: { entry: { [tag]: BUNDLES[tag], ...SHARED_CHUNKS }, formats: ['es'] },
      rolldownOptions: {
        preserveEntrySignatures: 'allow-extension',
        checks: { pluginTimings: false, ineffectiveDynamicImport: false },
        output: {
          minify: true, // A library build keeps the white space otherwise.
          comments: { annotation: false }, // Notes for bundlers, of no use to a page.
          entryFileNames: ({ name }) => (name === tag ? '[name].js' : 'chunks/[name]-[hash].js'),
          chunkFileNames: 'chunks/[name]-[hash].js',
          hashCharacters: 'hex',
          codeSplitting: {
            groups: [
              // The entry is one file with all that it imports: no round trip before the launcher.
              { name: tag, test: BUNDLES[tag], priority: 3 },
              // What a shared chunk and a later one import comes with the shared chunk, the window's first.
              { name: 'agent-chat-window', test: WITH_WINDOW, priority: 2 },
              ...Object.entries(SHARED_CHUNKS).map(([name, test]) => ({ name, test, priority: 1 })),
            ],
          },
        },
      },
    },
  };
});
