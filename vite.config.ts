import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minify } from 'terser';
import { defineConfig, type Plugin } from 'vite';
import { leanLibraries } from './scripts/lean-libraries.ts';
import { leanSettings } from './scripts/lean-settings.ts';
import { mangleProperties } from './scripts/mangled-properties.ts';
import { shortCustomProperties } from './scripts/short-custom-properties.ts';
import { tightTemplates } from './scripts/tight-templates.ts';

/** The two scripts a page can load. Each is bundled on its own, so that neither waits for the other's code. */
export const BUNDLES = ['agent-chat', 'agent-chat-admin'] as const;

const source = (name: string): string => fileURLToPath(new URL(`./src/${name}.ts`, import.meta.url));

const BRING_FILE = source('elements/agent-chat/bring-file');

/** In development the pages load `/agent-chat.js` as in production, and get the sources. */
const sourcesAsBundles: Plugin = {
  name: 'sources-as-bundles',
  resolveId(id) {
    const name = BUNDLES.find(bundle => id === `/${bundle}.js`);
    return name && source(name);
  },
};

/** In development the pages are for the agent of the running `npm start`, whose own page names it. */
const runningAgent = (server: string): Plugin => ({
  name: 'running-agent',
  apply: 'serve',
  async transformIndexHtml(html) {
    const page = await fetch(server).then(
      response => response.text(),
      () => '',
    );
    const agentId = /agent-id="([^"]+)"/.exec(page)?.[1];
    if (!agentId) throw new Error(`There is no running npm start at ${server}`);
    return html.replaceAll('__AGENT_ID__', agentId);
  },
});

/**
 * The script tag's bundle knows where its files are, and brings them by `bring-file.ts` wherever a source says `import()`.
 * That asks for them by their names, which are known once they are written.
 */
const broughtFiles: Plugin = {
  name: 'brought-files',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('/agent-chat/window-code.ts')) return;
    return readFileSync(id.replace(/\.ts$/, '-cdn.ts'), 'utf8');
  },
  transform(code, id) {
    if (!/\/src\/.*\.ts$/.test(id)) return;
    const brought = code.replace(/(?<!typeof )\bimport\('[^']+'\)/g, 'bringFile(() => $&)');
    return /\bbringFile\b/.test(code) || brought === code
      ? brought
      : `import { bringFile } from '${BRING_FILE}';${brought}`;
  },
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter(file => file.type === 'chunk');
    const { fileName } = chunks.find(({ name }) => name === WINDOW.name)!;
    for (const chunk of chunks) {
      chunk.code = chunk.code
        .replace(/\(\(\)=>import\(["'`][^"'`]+\/([^"'`]+)\.js["'`]\)((?:\.then\([^()]*\))?)\)/g, '("$1")$2')
        .replace('__window-file__', basename(fileName, '.js'));
      if (/import\(["'`]/.test(chunk.code)) throw new Error(`${chunk.fileName} does not bring all its files`);
    }
  },
};

/** The entry, which exports the element alone and has what later files need at that. */
function sharing(entry: string): string {
  const parts = /export ?\{([\w$]+) as AgentChat,([^}]*)\}/.exec(entry);
  if (!parts) throw new Error('the entry exports nothing that later files need');
  const [all, element, shared] = parts as unknown as [string, string, string];
  const properties = shared.replace(/([\w$]+) as ([\w$]+)/g, '$2:$1');
  return entry.replace(all, () => `${element}.shared={${properties}};export{${element} as AgentChat}`);
}

/** A later file, with what it would import from the entry. */
function taking(chunk: string): string {
  return chunk.replace(
    /import\{([^}]*)\}from["'`]\.\.\/agent-chat\.js["'`]/,
    (_, names: string) => `const{${names.replaceAll(' as ', ':')}}=customElements.get("agent-chat").shared`,
  );
}

/**
 * What the launcher is made of is one file, and later files have of it what they need from the element. An import would
 * name the file without what the page's tag has after it, `?v=2` or so, and load a second copy.
 */
const sharedByElement: Plugin = {
  name: 'shared-by-element',
  apply: 'build',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      chunk.code = chunk.isEntry ? sharing(chunk.code) : taking(chunk.code);
      if (/import[^(]*["'`]\.\.\//.test(chunk.code))
        throw new Error(`${chunk.fileName} would load a second element`);
    }
  },
};

/**
 * A few lines that two later files need are copied into both. As a file of their own, which is asked for when the file
 * that needs them has come, they are a round trip more before an answer is formatted.
 */
const copiedLines: Plugin = {
  name: 'copied-lines',
  apply: 'build',
  enforce: 'pre',
  async resolveId(path, importer) {
    if (!importer || !/\/(?:safe-url|speech-language|spoken-text)\.ts$/.test(path)) return;
    const found = await this.resolve(path, importer, { skipSelf: true });
    return found && `${found.id}?for=${basename(importer, '.ts')}`;
  },
};

/**
 * Functions side by side, and as arrows, comparisons as they are written, and statements that end as such are what
 * compresses best. No code here reads a function's length or makes an object of one, or reads a property for what that
 * does.
 */
const SMALLEST = {
  comparisons: false,
  passes: 6,
  hoist_funs: true,
  keep_fargs: false,
  lhs_constants: false,
  pure_getters: true,
  sequences: false,
  unsafe: true,
  unsafe_arrows: true,
};

/** Once more by another minifier, which puts in its place what is used once. A visitor reads these bytes on a phone. */
const smallest: Plugin = {
  name: 'smallest',
  apply: 'build',
  async generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      chunk.code = (await minify(chunk.code, { module: true, ecma: 2020, compress: SMALLEST })).code!;
    }
  },
};

/**
 * The bundler lists the exports of a module that is loaded later by a helper in a file of its own, with a `for … in`
 * that trips over a page which has extended Object.prototype. A plain object does it, and is no round trip.
 */
const plainExports: Plugin = {
  name: 'plain-exports',
  apply: 'build',
  renderChunk(code) {
    return code
      .replace(/import \{ \w+ as __exportAll \} from "[^"]+";/, '')
      .replace(/__exportAll\((\{[^}]*\})\)/g, (_, list: string) =>
        list.replace(/(\w+): \(\) => (\w+)/g, 'get $1() { return $2; }'),
      );
  },
  generateBundle(_, bundle) {
    const code = Object.values(bundle).map(file => (file.type === 'chunk' ? file.code : ''));
    for (const file of Object.keys(bundle)) {
      const helper = /rolldown-runtime-.*/.exec(file)?.[0];
      if (helper && !code.some(text => text.includes(helper))) delete bundle[file];
    }
  },
};

/** The widget's entry with all it stands on, also what later chunks need of that; see `sharedByElement`. */
const LAUNCHER = { name: 'agent-chat', test: /\/src\/agent-chat\.ts$/, priority: 2 };

/**
 * What the panel and a later chunk of it both need is a chunk of its own. Else the later chunk would import the entry by
 * its bare name, and load a second copy of it where the page's tag says `?v=2`.
 */
const BASE = { name: 'base', test: /\/elements\/agent-chat\/agent-chat\.ts$/, priority: 2 };

/** What the window and a later chunk both need comes with the window, not in small files beside it. */
const WINDOW = { name: 'agent-chat-window', test: /\/window\/agent-chat-window\.ts$/, priority: 1 };

/**
 * The panel brings what reads a refusal, and a later chunk asks for it. In the entry's own chunk it would make that a
 * chunk of another name, and the panel knows by the name where its proxy is.
 */
const REFUSALS = { name: 'refusals', test: /\/client\/refusal\.ts$/ };

/** What can be done with an answer, and what the menu shares with it, which nobody opens before. */
const INTERACTIONS = { name: 'interactions', test: /\/conversation\/interactions\.ts$/ };

/** The files a developer looks for by name. The others' names would be bytes in the one that loads them. */
const KNOWN_BY_NAME = /^(base|agent-chat-window|markdown|[a-z]{2}(?:-[A-Za-z]+)?)$/;

/** `vite build --mode agent-chat-admin` bundles the admin panel; any other mode the widget. */
export default defineConfig(({ mode }) => {
  const name = mode === 'agent-chat-admin' ? mode : 'agent-chat';
  // No longer than the bundler needs for so many files: all of them are named in what a visitor loads.
  const hash = name === 'agent-chat' ? '[hash:6]' : '[hash:7]';
  const server = `http://localhost:${process.env.PORT ?? 8787}`;
  return {
    plugins: [
      sourcesAsBundles,
      runningAgent(server),
      tightTemplates,
      leanLibraries(name),
      plainExports,
      ...(name === 'agent-chat'
        ? [
            shortCustomProperties(),
            leanSettings,
            broughtFiles,
            copiedLines,
            sharedByElement,
            mangleProperties(),
            smallest,
          ]
        : []),
    ],
    // A field without a value needs no line of its own.
    oxc: { typescript: { removeClassFieldsWithoutInitializer: true } },
    server: { proxy: { '^/(api|v2|docs|demo/docs)/': server } },
    build: {
      outDir: 'dist/cdn',
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      lib: { entry: { [name]: source(name) }, formats: ['es'] },
      rolldownOptions: {
        // Later chunks may have more of an entry than it exports.
        preserveEntrySignatures: 'allow-extension',
        checks: { pluginTimings: false },
        output: {
          // A library build keeps the white space unless told.
          minify: true,
          entryFileNames: '[name].js',
          chunkFileNames: ({ name }) =>
            KNOWN_BY_NAME.test(name) ? `chunks/[name]-${hash}.js` : `chunks/${hash}.js`,
          hashCharacters: 'base36',
          codeSplitting: {
            groups: name === 'agent-chat' ? [LAUNCHER, WINDOW, INTERACTIONS] : [BASE, REFUSALS],
          },
        },
      },
    },
  };
});
