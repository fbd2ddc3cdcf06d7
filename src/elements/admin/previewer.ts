import { directionOf } from '../../locales/languages.ts';
import { publicSettings } from '../../protocol/settings.ts';
import type { Draft } from './draft.ts';

/** What the panel needs of `<agent-chat>`, which it does not import: a page may load it from elsewhere. */
interface PreviewedWidget extends HTMLElement {
  settings?: unknown;
  open?: boolean;
}

export interface PreviewView {
  /** `page`: in its corner of the page, as visitors meet it. */
  size: 'desktop' | 'phone' | 'page';
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
  /** How it opens by itself where it stands on the page, and what it was before; undefined where it does not. */
  #onPage: { opening: string; mode: string | null } | undefined;

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
    const onPage = size === 'page';
    const set = publicSettings(draft.presentable);
    const styles = scheme === 'as-set' ? set.styles : { ...set.styles, theme: scheme };
    // Whoever looks here has been here before, and at no address of the site.
    const autoOpen = onPage && set.autoOpen ? { ...set.autoOpen, urlPattern: '' } : set.autoOpen;
    widget.settings = { ...set, styles, autoOpen };
    widget.style.maxInlineSize = size === 'phone' ? PHONE_WIDTH : (this.#before?.width ?? '');
    // For whoever styles the widget, and for the widget: its owner sees it where visitors are refused.
    widget.dataset.preview = size;
    setOrRemove(widget, 'lang', language || this.#before?.lang);
    setOrRemove(widget, 'dir', language ? directionOf(language) : this.#before?.dir);
    if (onPage) this.#putOnPage(widget, JSON.stringify(autoOpen));
    else this.#putBack(widget);
  }

  /** Closed, and open again when the rules say so: they are read as the widget comes onto a page. */
  #putOnPage(widget: PreviewedWidget, opening: string): void {
    if (this.#onPage?.opening === opening) return;
    this.#onPage = { opening, mode: this.#onPage ? this.#onPage.mode : widget.getAttribute('mode') };
    widget.setAttribute('mode', 'floating');
    widget.open = false;
    widget.parentNode?.insertBefore(widget, widget.nextSibling);
  }

  #putBack(widget: PreviewedWidget): void {
    if (!this.#onPage) return;
    widget.open = false;
    setOrRemove(widget, 'mode', this.#onPage.mode);
    this.#onPage = undefined;
  }

  release(): void {
    const [widget, before] = [this.#widget, this.#before];
    this.#widget = undefined;
    if (!widget || !before) return;
    this.#putBack(widget);
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
