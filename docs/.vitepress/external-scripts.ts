import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A script without `src`. */
const INLINE = /<script(?<attributes>(?![^>]*\ssrc=)[^>]*)>(?<code>[\s\S]*?)<\/script>/g;

/** Moves inline scripts of the pages into files, so that their content security policy can forbid inline scripts. */
export function externalScripts(): {
  replaceInline(html: string): string;
  write(outDir: string): void;
} {
  const files = new Map<string, string>();
  return {
    replaceInline: html =>
      html.replace(INLINE, (_, attributes: string, code: string) => {
        const hash = createHash('sha256').update(code).digest('hex').slice(0, 8);
        const path = `assets/inline.${hash}.js`;
        files.set(path, code);
        return `<script${attributes} src="./${path}"></script>`;
      }),
    write(outDir) {
      for (const [path, code] of files) {
        const file = join(outDir, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, code);
      }
    },
  };
}
