import type { LitElement, ReactiveController } from 'lit';
import type { Conversation } from '../../client/index.ts';
import type { PublicSettings } from '../../protocol/settings.ts';
import { matchesPage } from '../page-pattern.ts';

/** The settings with the greeting of the page in place of the one for all pages, if an entry of `pageGreetings` matches. */
export function settingsForPage(
  settings: PublicSettings,
  page: URL = new URL(location.href),
): PublicSettings {
  const entry = settings.pageGreetings.find(
    ({ urlPattern }) => urlPattern.trim() && matchesPage(urlPattern, page),
  );
  if (!entry || entry.messages.length === 0) return settings;
  const suggestedQueries = entry.queries.length > 0 ? entry.queries : settings.suggestedQueries;
  return { ...settings, initialMessages: entry.messages, suggestedQueries };
}

interface Host extends LitElement {
  settings: PublicSettings;
  conversation: Conversation | undefined;
}

/**
 * Gives a conversation the settings for its page, also after a router has changed the page. The greeting of a conversation
 * with questions stays.
 */
export class PageGreetings implements ReactiveController {
  readonly #host: Host;
  /** The settings as they came, and what was made of them. */
  #given: PublicSettings | undefined;
  #applied: PublicSettings | undefined;
  /** The page whose greeting is shown. */
  #page = new URL(location.href);

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
    const { settings, conversation } = this.#host;
    const { messages, turn } = conversation?.state ?? { messages: [], turn: undefined };
    const hasMoved = location.href !== this.#page.href && messages.length === 0 && !turn;
    if (settings === this.#applied && !hasMoved) return;
    if (settings !== this.#applied) this.#given = settings;
    if (hasMoved) this.#page = new URL(location.href);
    this.#applied = this.#host.settings = settingsForPage(this.#given ?? settings, this.#page);
  }

  readonly #onNavigate = (): void => this.#host.requestUpdate();
}

function navigationApi(): EventTarget | undefined {
  return (window as { navigation?: EventTarget }).navigation;
}
