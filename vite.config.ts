import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

/** The two scripts a page can load. Each is bundled on its own, so that neither waits for the other's code. */
export const BUNDLES = ['agent-chat', 'agent-chat-admin'] as const;

const source = (name: string): string => fileURLToPath(new URL(`./src/${name}.ts`, import.meta.url));

/** In development the pages load `/agent-chat.js` as in production, and get the sources. */
const sourcesAsBundles: Plugin = {
  name: 'sources-as-bundles',
  resolveId(id) {
    const name = BUNDLES.find(bundle => id === `/${bundle}.js`);
    return name && source(name);
  },
};

/** `vite build --mode agent-chat-admin` bundles the admin panel; any other mode the widget. */
export default defineConfig(({ mode }) => {
  const name = mode === 'agent-chat-admin' ? mode : 'agent-chat';
  return {
    plugins: [sourcesAsBundles],
    server: { proxy: { '^/(api|v2|docs)/': 'http://localhost:8787' } },
    build: {
      outDir: 'dist/cdn',
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      lib: { entry: { [name]: source(name) }, formats: ['es'] },
      rollupOptions: {
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  };
});

export function existingBundles(): string[] {
  return BUNDLES.filter(name => existsSync(source(name)));
}
