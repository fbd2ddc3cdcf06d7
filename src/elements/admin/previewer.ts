import { directionOf } from '../../locales/load-locale.ts';
import { publicSettings } from '../../protocol/settings.ts';
import type { Draft } from './draft.ts';

/** What the panel needs of `<agent-chat>`, which it does not import: a page may load it from elsewhere. */
interface PreviewedWidget extends HTMLElement {
  settings?: unknown;
}

export interface PreviewView {
  size: 'desktop' | 'phone';
  scheme: 'as-set' | 'light' | 'dark';
  /** A language to try, empty for the page's own. */
  language: string;
}

/** A phone's 375 px and the frame around it. */
const PHONE_WIDTH = '395px';

/** Shows the draft in a widget, keystroke by keystroke, and gives the widget back as it was. */
export class Previewer {
  view: PreviewView = { size: 'desktop', scheme: 'as-set', language: '' };
  #widget: PreviewedWidget | undefined;
  #before: { settings: unknown; lang: string | null; dir: string | null; width: string } | undefined;

  attach(widget: HTMLElement | undefined): void {
    if (widget === this.#widget) return;
    this.release();
    this.#widget = widget;
    if (!widget) return;
    this.#before = {
      settings: this.#widget?.settings,
      lang: widget.getAttribute('lang'),
      dir: widget.getAttribute('dir'),
      width: widget.style.maxInlineSize,
    };
  }

  show(draft: Draft): void {
    const widget = this.#widget;
    if (!widget) return;
    const { scheme, size, language } = this.view;
    const settings = publicSettings(draft.presentable);
    widget.settings =
      scheme === 'as-set' ? settings : { ...settings, styles: { ...settings.styles, theme: scheme } };
    widget.style.maxInlineSize = size === 'phone' ? PHONE_WIDTH : (this.#before?.width ?? '');
    // For whoever styles the widget, and for the widget: its owner sees it where visitors are refused.
    widget.dataset.preview = size;
    setOrRemove(widget, 'lang', language || this.#before?.lang);
    setOrRemove(widget, 'dir', language ? directionOf(language) : this.#before?.dir);
  }

  release(): void {
    const [widget, before] = [this.#widget, this.#before];
    this.#widget = undefined;
    if (!widget || !before) return;
    widget.settings = before.settings;
    widget.style.maxInlineSize = before.width;
    widget.removeAttribute('data-preview');
    setOrRemove(widget, 'lang', before.lang);
    setOrRemove(widget, 'dir', before.dir);
  }
}

function setOrRemove(widget: HTMLElement, name: string, value: string | null | undefined): void {
  if (value) widget.setAttribute(name, value);
  else widget.removeAttribute(name);
}
