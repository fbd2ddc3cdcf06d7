import { directionOf } from '../../../locales/languages.ts';
import { publicSettings } from '../../../protocol/settings.ts';
import type { Draft } from '../session/draft.ts';

/** The part of `<agent-chat>` that the panel uses. Not imported: the page may load the element from elsewhere. */
interface PreviewedWidget extends HTMLElement {
  settings?: unknown;
  open?: boolean;
}

export interface PreviewView {
  /** `page`: floating in its corner of the page, as visitors see it. */
  size: 'desktop' | 'phone' | 'page';
  scheme: 'as-set' | 'light' | 'dark';
  /** A language code to try; empty for the page's own language. */
  language: string;
}

/** 375 px, the width of a phone, and the frame around it. */
const PHONE_WIDTH = '395px';

/** Applies the draft to a widget with each keystroke, and restores the widget afterwards. */
export class Previewer {
  view: PreviewView = { size: 'desktop', scheme: 'as-set', language: '' };
  #widget: PreviewedWidget | undefined;
  #original: { settings: unknown; lang: string | null; dir: string | null; width: string } | undefined;
  /** Set while the widget floats: the opening rules in use (as JSON), and its original mode. */
  #floating: { autoOpen: string; mode: string | null } | undefined;

  attach(widget: HTMLElement | undefined): void {
    if (widget === this.#widget) return;
    this.detach();
    this.#widget = widget;
    if (!widget) return;
    this.#original = {
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
    const isFloating = size === 'page';
    const settings = publicSettings(draft.previewable);
    const styles = scheme === 'as-set' ? settings.styles : { ...settings.styles, theme: scheme };
    // The page of the panel is not one of the site, so no URL pattern would match it.
    const autoOpen =
      isFloating && settings.autoOpen ? { ...settings.autoOpen, urlPattern: '' } : settings.autoOpen;
    widget.settings = { ...settings, styles, autoOpen };
    widget.style.maxInlineSize = size === 'phone' ? PHONE_WIDTH : (this.#original?.width ?? '');
    // For the page's CSS, and for the widget: the owner sees it even where visitors are refused.
    widget.dataset.preview = size;
    setOrRemove(widget, 'lang', language || this.#original?.lang);
    setOrRemove(widget, 'dir', language ? directionOf(language) : this.#original?.dir);
    if (isFloating) this.#float(widget, JSON.stringify(autoOpen));
    else this.#unfloat(widget);
  }

  detach(): void {
    const [widget, original] = [this.#widget, this.#original];
    this.#widget = undefined;
    if (!widget || !original) return;
    this.#unfloat(widget);
    widget.settings = original.settings;
    widget.style.maxInlineSize = original.width;
    widget.removeAttribute('data-preview');
    setOrRemove(widget, 'lang', original.lang);
    setOrRemove(widget, 'dir', original.dir);
  }

  /** Closes the widget and connects it again: it evaluates its opening rules when it is connected. */
  #float(widget: PreviewedWidget, autoOpen: string): void {
    if (this.#floating?.autoOpen === autoOpen) return;
    this.#floating = { autoOpen, mode: this.#floating ? this.#floating.mode : widget.getAttribute('mode') };
    widget.setAttribute('mode', 'floating');
    widget.open = false;
    widget.parentNode?.insertBefore(widget, widget.nextSibling);
  }

  #unfloat(widget: PreviewedWidget): void {
    if (!this.#floating) return;
    widget.open = false;
    setOrRemove(widget, 'mode', this.#floating.mode);
    this.#floating = undefined;
  }
}

function setOrRemove(widget: HTMLElement, name: string, value: string | null | undefined): void {
  if (value) widget.setAttribute(name, value);
  else widget.removeAttribute(name);
}
