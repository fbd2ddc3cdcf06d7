import { LitElement, type PropertyDeclarations } from 'lit';
import type { Strings } from '../../locales/strings.ts';
import type { SettingsPatch } from '../../protocol/settings.ts';

/** What a page can set on `<agent-chat>`: attributes, and properties for what is more than a word. */
export abstract class AgentChatProperties extends LitElement {
  static override readonly properties: PropertyDeclarations = {
    endpoint: {},
    agentId: { attribute: 'agent-id' },
    open: { type: Boolean, reflect: true },
    mode: { reflect: true, useDefault: true },
    userId: { attribute: 'user-id' },
    userHash: { attribute: 'user-hash' },
    lang: { reflect: true, useDefault: true },
    theme: {},
    placeholder: {},
    heading: {},
    placement: {},
    launcherLabel: { attribute: 'launcher-label' },
    noLauncher: { type: Boolean, attribute: 'no-launcher' },
    consent: {},
    links: {},
    scrollMode: { attribute: 'scroll' },
    pageContext: { type: Boolean, attribute: 'page-context' },
    settings: { attribute: false },
    strings: { attribute: false },
    // An accessor of the element itself; named here so that a value set before the upgrade is taken over.
    conversationId: { attribute: false, noAccessor: true },
  };

  /** Where `endpoint` points when nobody says; set by the entry from where the script came. */
  static defaultEndpoint = '/';

  /** Address of the proxy. Default: where the script came from. */
  declare endpoint: string;
  /** The agent to talk to. Nothing is shown without one. */
  declare agentId: string;
  /** Whether the window is open. */
  declare open: boolean;
  /** A launcher with a floating window, or a conversation inside the page. */
  declare mode: 'floating' | 'inline';
  /** The site's own id for a signed-in visitor; needs `user-hash`. */
  declare userId: string;
  /** HMAC-SHA-256 of `user-id` with the site's secret, lower-case hex. Never stored. */
  declare userHash: string;
  /** The language to speak; default: the nearest `lang` around the element, then the browser's. */
  declare lang: string;
  /** `auto` follows the page. */
  declare theme: 'light' | 'dark' | 'auto' | '';
  /** Grey text of the empty message field; wins over the settings. */
  declare placeholder: string;
  /** Heading of the window; default: the agent's name. */
  declare heading: string;
  /** Corner of the page: `bottom-end`, `bottom-start`, `top-end`, `top-start`. Default: the settings' side. */
  declare placement: string;
  /** Visible text beside the launcher's icon. */
  declare launcherLabel: string;
  /** No launcher: the page opens the chat by a button of its own. */
  declare noLauncher: boolean;
  /** `required` stores and sends nothing before the visitor has agreed to the owner's text. */
  declare consent: 'none' | 'required';
  /** Where links open: `auto` (this site's stay in the tab), `same` or `new`. */
  declare links: 'auto' | 'same' | 'new';
  /** What the log does when an answer grows; the reader's own scroll always wins. `start` stops at its first line. */
  declare scrollMode: 'follow' | 'start' | 'none';
  /** Sends the page's address and title along with each question; the visitor sees it and can leave it out. */
  declare pageContext: boolean;
  /** Settings of the page, any subset; they win over the server's. */
  declare settings: SettingsPatch | undefined;
  /** Texts of the page, any subset; they win over the language's. */
  declare strings: Partial<Strings> | undefined;

  constructor() {
    super();
    this.endpoint = '';
    this.agentId = '';
    this.open = false;
    this.mode = 'floating';
    this.userId = '';
    this.userHash = '';
    this.lang = '';
    this.theme = '';
    this.placeholder = '';
    this.heading = '';
    this.placement = '';
    this.launcherLabel = '';
    this.noLauncher = false;
    this.consent = 'none';
    this.links = 'auto';
    this.scrollMode = 'follow';
    this.pageContext = false;
  }

  /** What the attributes say, in the shape of the settings. */
  protected get givenByAttributes(): SettingsPatch {
    return {
      ...(this.placeholder && { placeholder: this.placeholder }),
      ...(this.theme && { styles: { theme: this.theme } }),
    };
  }
}
