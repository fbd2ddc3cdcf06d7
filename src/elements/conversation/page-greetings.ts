import type { LitElement, ReactiveController } from 'lit';
import type { PublicSettings } from '../../protocol/settings.ts';
import { matchesPage } from '../page-pattern.ts';

/** The settings with the greeting of the page in place of the one for all pages, if an entry of `pageGreetings` matches. */
export function settingsForPage(settings: PublicSettings): PublicSettings {
  const entry = settings.pageGreetings.find(({ urlPattern }) => urlPattern.trim() && matchesPage(urlPattern));
  if (!entry || entry.messages.length === 0) return settings;
  const suggestedQueries = entry.queries.length > 0 ? entry.queries : settings.suggestedQueries;
  return { ...settings, initialMessages: entry.messages, suggestedQueries };
}

interface Host extends LitElement {
  settings: PublicSettings;
}

/** Gives a conversation the settings for its page, also after a router has changed the page. */
export class PageGreetings implements ReactiveController {
  readonly #host: Host;
  /** The settings as they came, and what was made of them. */
  #given: PublicSettings | undefined;
  #applied: PublicSettings | undefined;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    navigationApi()?.addEventListener('currententrychange', this.#onNavigate);
  }

  hostDisconnected(): void {
    navigationApi()?.removeEventListener('currententrychange', this.#onNavigate);
  }

  /** Replaces the settings of the host, before an update uses them. */
  apply(): void {
    const { settings } = this.#host;
    if (settings !== this.#applied) this.#use(settings);
  }

  #use(given: PublicSettings): void {
    this.#given = given;
    this.#applied = this.#host.settings = settingsForPage(given);
  }

  readonly #onNavigate = (): void => {
    if (this.#given) this.#use(this.#given);
  };
}

function navigationApi(): EventTarget | undefined {
  return (window as { navigation?: EventTarget }).navigation;
}
