import { LitElement, type PropertyDeclarations } from 'lit';
import type { BotToken, Persist } from '../../client/index.ts';
import type { GivenStrings } from '../../locales/strings.ts';
import type { FormulaRenderer, Highlighter } from '../../markdown/index.ts';
import type { SettingsPatch } from '../../protocol/settings.ts';

/**
 * The properties of `<agent-chat>`, apart from the element so that its controllers can be typed by them without an
 * import cycle. Attributes that are read only when they are needed have no accessor: the launcher stays small.
 *
 * @attr {'local' | 'session' | 'memory' | 'none'} [persist='local'] - Where the conversation is kept.
 * @attr {number} [time-to-live=2592000] - Seconds after its last change that a conversation is kept.
 * @attr {string} [image-hosts=''] - Hosts that images in answers may load from, separated by spaces.
 * @attr {string} [avoid=''] - CSS selector of elements that the floating launcher and window must not cover.
 * @attr {boolean} [unread-sound=false] - Plays a soft sound for an answer that arrives while the visitor looks elsewhere.
 * @attr {boolean} [app-badge=false] - Shows the number of unread answers on the icon of the installed site.
 * @attr {boolean} [dictation=false] - Lets the visitor dictate a question, in browsers that turn speech into text.
 * @attr {boolean} [copy-markdown=false] - Adds a button to each answer that copies its Markdown.
 * @attr {boolean} [read-aloud=false] - Lets the visitor have an answer read aloud, in browsers that have a voice.
 * @attr {boolean} [tool-details=false] - Lets the visitor open the input and output of each tool call.
 */
export abstract class AgentChatBase extends LitElement {
  static override readonly properties: PropertyDeclarations = {
    endpoint: {},
    theme: {},
    placeholder: {},
    heading: {},
    placement: {},
    consent: {},
    links: {},
    agentId: { attribute: 'agent-id' },
    userId: { attribute: 'user-id' },
    userHash: { attribute: 'user-hash' },
    launcherLabel: { attribute: 'launcher-label' },
    scrollMode: { attribute: 'scroll' },
    noLauncher: { type: Boolean, attribute: 'no-launcher' },
    pageContext: { type: Boolean, attribute: 'page-context' },
    open: { type: Boolean, reflect: true },
    mode: { reflect: true, useDefault: true },
    lang: { reflect: true, useDefault: true },
    settings: { attribute: false },
    strings: { attribute: false },
    // Frameworks set an attribute if the element has no such property.
    highlighter: { attribute: false },
    formulaRenderer: { attribute: false },
    botToken: { attribute: false },
    // The element has an accessor of its own; declared so that a value set before the upgrade is kept.
    conversationId: { attribute: false, noAccessor: true },
  };

  /** The default of `endpoint`; the entry sets it to where its script came from. */
  declare static defaultEndpoint: string;

  /** URL of the proxy. Empty: where the script came from. */
  declare endpoint: string;
  /** The agent to talk to. Without one nothing is rendered. */
  declare agentId: string;
  /** Whether the window is open. */
  declare open: boolean;
  /** A launcher with a floating window, or a conversation inside the page. */
  declare mode: 'floating' | 'inline';
  /** The site's own id for a signed-in visitor; needs `user-hash`. */
  declare userId: string;
  /** HMAC-SHA-256 of `user-id` with the site's secret, in lower-case hex. Never stored. */
  declare userHash: string;
  /** The language of the widget. Empty: the nearest `lang` around the element, then the browser's language. */
  declare lang: string;
  /** `auto` follows the page. Empty: the agent's setting. */
  declare theme: 'light' | 'dark' | 'auto' | '';
  /** Placeholder of the message field. Empty: the agent's setting. */
  declare placeholder: string;
  /** Heading of the window. Empty: the agent's name. */
  declare heading: string;
  /** Corner of the page: `bottom-end`, `bottom-start`, `top-end`, `top-start`. Empty: the side of the agent's setting. */
  declare placement: 'bottom-end' | 'bottom-start' | 'top-end' | 'top-start' | '';
  /** Visible text beside the launcher's icon. */
  declare launcherLabel: string;
  /** Renders no launcher: the page opens the chat by a button of its own. */
  declare noLauncher: boolean;
  /** `required` stores and sends nothing before the visitor has agreed to the consent text. */
  declare consent: 'none' | 'required';
  /** Where links open: `auto` (those of this site in the same tab), `same` or `new`. */
  declare links: 'auto' | 'same' | 'new';
  /**
   * Where the log stops while an answer grows: `turn` with the question at the top, `start` at the answer's first line,
   * `follow` always at its end, or `none` does not scroll.
   */
  declare scrollMode: 'turn' | 'follow' | 'start' | 'none';
  /**
   * Sends the page's address and title with the first question asked there, and with `selection` the selected text. The
   * visitor sees both and can leave them out.
   */
  declare pageContext: boolean | 'selection';
  /** Settings of the page, any subset; they win over the server's. */
  declare settings: SettingsPatch | undefined;
  /** Texts of the page, any subset; they win over the language's. */
  declare strings: GivenStrings | undefined;
  /** Highlights code blocks. Without one no highlighter is loaded. */
  declare highlighter: Highlighter | undefined;
  /** Renders formulas in answers. Without one they stay as they are written. */
  declare formulaRenderer: FormulaRenderer | undefined;
  /** A token for the proxy's bot check, or a function that gets one, called when the proxy asks for it. */
  declare botToken: BotToken;

  // Read by the window when it needs them, so without accessors.
  /** Where the conversation is kept: across visits and tabs, for this tab's visit, for this page, or nowhere. */
  declare persist: Persist | undefined;
  /** Seconds after its last change that a conversation is kept. Default: 30 days. */
  declare timeToLive: number | string | undefined;
  /** Hosts that images in answers may load from, separated by spaces. Default: none, images become links. */
  declare imageHosts: string | undefined;

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
    this.scrollMode = 'turn';
    this.pageContext = false;
  }
}
