import { writeSync } from 'node:fs';

/**
 * Ends the process at a fault that nobody caught with one line about where it was. Node.js would print the error's
 * text and fields as well, and those may hold a message, a key or an address.
 */
export function crashWithoutWords(): void {
  process.on('uncaughtException', error => {
    const { name, code, frames } = describe(error);
    writeSync(
      2,
      `${JSON.stringify({ level: 60, time: Date.now(), fault: name, code, frames, msg: 'crashed' })}\n`,
    );
    process.exit(1);
  });
}

function describe(error: unknown): { name: string; code?: string; frames: string[] } {
  if (!(error instanceof Error)) return { name: typeof error, frames: [] };
  const { code } = error as NodeJS.ErrnoException;
  // The stack begins with the text, which may have lines that look like frames.
  const stack = error.stack ?? '';
  const afterText = stack.indexOf(error.message) + error.message.length;
  const frames = stack.slice(afterText).split('\n').slice(1);
  return {
    name: error.name,
    ...(typeof code === 'string' && { code }),
    frames: frames.map(frame => frame.trim()),
  };
}
