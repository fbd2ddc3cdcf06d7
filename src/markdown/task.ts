import type { MarkdownStrings } from './options.ts';

/** The box of a task: it says its state and can't be changed. */
export function createTaskBox(done: boolean, strings: MarkdownStrings): HTMLInputElement {
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.disabled = true;
  // As attribute too, so that the state survives copying and printing the nodes.
  box.defaultChecked = done;
  box.setAttribute('aria-label', done ? strings.taskDone : strings.taskOpen);
  return box;
}
