import { type ESTree, Visitor } from 'rolldown/utils';
import type { Plugin } from 'vite';

interface Linked {
  /** The element that the bundle defines, and the name of its entry file. */
  tag: string;
  /** The class of the element, which the entry exports. */
  element: string;
  /** A function that the entry exports, called with a chunk's file name instead of `import()`. */
  loader?: string;
}

/**
 * Links the chunks of a bundle through the element: what the entry exports for its chunks becomes the static property
 * `shared` of the class. Without it, a chunk imports the entry by its bare name, and a page whose tag says
 * `agent-chat.js?v=2` runs a second copy of it.
 */
export function linkedChunks({ tag, element, loader }: Linked): Plugin {
  const shared = `customElements.get("${tag}").shared`;
  return {
    name: 'linked-chunks',
    apply: 'build',
    renderChunk(code, chunk) {
      const edits: { start: number; end: number; text: string }[] = [];
      const program = this.parse(code);
      const exports = chunk.name === tag ? exportsOf(program) : undefined;
      const load = exports ? exports.names.get(loader ?? '') : loader;
      if (exports) {
        const { start, end, names } = exports;
        const name = names.get(element);
        names.delete(element);
        const properties = Array.from(names, ([exported, local]) => `${exported}: ${local}`);
        const assignment = `${name}.shared = { ${properties.join(', ')} }`;
        edits.push({ start, end, text: `${assignment};\nexport { ${name} as ${element} };` });
      }
      new Visitor({
        ImportDeclaration({ start, end, source, specifiers }) {
          if (!source.value.endsWith(`/${tag}.js`)) return;
          const names = specifiers.map(each => {
            if (each.type === 'ImportSpecifier') return `${nameOf(each.imported)}: ${each.local.name}`;
            throw new Error(`${chunk.fileName} imports more than names from ${tag}.js`);
          });
          edits.push({ start, end, text: `const { ${names.join(', ')} } = ${shared};` });
        },
        ImportExpression({ start, end, source }) {
          if (!loader || source.type !== 'Literal') return;
          edits.push({ start, end, text: `${load}("${String(source.value).split('/').at(-1)}")` });
        },
      }).visit(program);
      if (!exports && loader && code.includes('import('))
        edits.push({ start: 0, end: 0, text: `const { ${loader} } = ${shared};\n` });
      edits.sort((a, b) => b.start - a.start);
      return edits.reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);
    },
  };
}

/** The one list of exports of a chunk: what each is called inside. */
function exportsOf({ body }: ESTree.Program): { start: number; end: number; names: Map<string, string> } {
  const list = body.find(statement => statement.type === 'ExportNamedDeclaration')!;
  const names = list.specifiers.map(({ exported, local }) => [nameOf(exported), nameOf(local)] as const);
  return { start: list.start, end: list.end, names: new Map(names) };
}

const nameOf = (node: ESTree.ModuleExportName): string => ('name' in node ? node.name : node.value);
