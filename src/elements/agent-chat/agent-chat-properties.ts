import { LitElement, type PropertyDeclarations } from 'lit';
import type { BotToken, Persist } from '../../client/index.ts';
import type { GivenStrings } from '../../locales/strings.ts';
import type { Highlighter } from '../../markdown/index.ts';
import type { SettingsPatch } from '../../protocol/settings.ts';

/**
 * What a page can set on `<agent-chat>`: attributes, properties for what is more than a word, and its looks.
 *
 * @attr {'local' | 'session' | 'memory' | 'none'} persist - Where the conversation is kept.
 * @attr {number} time-to-live - Seconds after its last change that a conversation is kept.
 * @attr {string} image-hosts - Hosts that images in answers may load from, between spaces.
 * @attr {string} avoid - What on the page the floating chat keeps off, as a CSS selector.
 * @attr {boolean} unread-sound - A soft sound for an answer that arrives while the visitor looks elsewhere.
 * @attr {boolean} app-badge - The number of unread answers on the icon of the installed site.
 * @attr {boolean} dictation - The visitor may speak a question, where the browser can turn speech into text.
 * @attr {boolean} read-aloud - The visitor may have an answer read aloud, where the browser has a voice.
 * @csspart launcher - The button that opens and closes the chat.
 * @csspart launcher-label - Its visible text, if it has one.
 * @csspart launcher-badge - The number of unread replies on it.
 * @csspart greetings - The first messages, floating beside the launcher.
 * @csspart greeting - One of them.
 * @csspart window - The window, or the inline conversation.
 * @csspart header - Its upper edge.
 * @csspart avatar - The round sign before its heading: the first letter, or what is in the slot of that name.
 * @csspart heading - Its heading.
 * @csspart header-button - Each button of the header.
 * @csspart new-button - Begins a new conversation.
 * @csspart expand-button - Makes the window larger or smaller.
 * @csspart close-button - Closes the window.
 * @csspart resize-handle - The corner that resizes the window.
 * @csspart consent - The owner’s text, where consent is required.
 * @csspart consent-button - Agrees to it.
 * @csspart page-context - Each line that says what of the page is sent along.
 * @csspart messages - The log.
 * @csspart message - Every message.
 * @csspart user-message - A message of the visitor.
 * @csspart assistant-message - A message of the agent.
 * @csspart bubble - What surrounds a message’s parts.
 * @csspart part-text - The text of a message.
 * @csspart part-citation - The sources of an answer.
 * @csspart part-tool-call - A tool the agent used.
 * @csspart suggestions - The group of suggested queries.
 * @csspart suggestion - One suggested query.
 * @csspart composer - The form the visitor writes in.
 * @csspart input - Its text field.
 * @csspart send-button - Sends; stops while an answer is running.
 * @csspart lead-form - The form that asks for a contact.
 * @csspart field - One of its fields.
 * @csspart notice - What the chat has to say about an answer or the network.
 * @csspart error - What went wrong.
 * @cssproperty --agent-chat-accent - Brand colour: launcher, send button, visitor’s messages, links.
 * @cssproperty --agent-chat-on-accent - Text and icons on it. Default: black or white, whichever reads better.
 * @cssproperty --agent-chat-surface - Background of the window.
 * @cssproperty --agent-chat-surface-2 - Background of what lies on it: the agent’s messages, code heads, hovered buttons.
 * @cssproperty --agent-chat-text - Text on the surface.
 * @cssproperty --agent-chat-muted - Quieter text.
 * @cssproperty --agent-chat-border - Lines.
 * @cssproperty --agent-chat-user-bubble - Background of the visitor’s messages.
 * @cssproperty --agent-chat-on-user-bubble - Text on it. Default: black or white, whichever reads better.
 * @cssproperty --agent-chat-agent-bubble - Background of the agent’s messages.
 * @cssproperty --agent-chat-on-agent-bubble - Text on it. Default: black or white, whichever reads better.
 * @cssproperty --agent-chat-danger - Errors.
 * @cssproperty --agent-chat-focus - The focus ring.
 * @cssproperty --agent-chat-link - Links. Default: the brand colour, made dark or light enough to read.
 * @cssproperty --agent-chat-code-surface - Background of code. The text on it is black or white, whichever reads better.
 * @cssproperty --agent-chat-radius - Corners of the window, its messages and its buttons.
 * @cssproperty --agent-chat-font - Font family.
 * @cssproperty --agent-chat-font-size - Size of the text. Default: 15 pixels, more where the visitor set the browser to larger text.
 * @cssproperty --agent-chat-space - The distance everything else is derived from.
 * @cssproperty --agent-chat-shadow - Shadow of the window.
 * @cssproperty --agent-chat-offset - Distance from the edges of the page.
 * @cssproperty --agent-chat-launcher-size - Height of the launcher.
 * @cssproperty --agent-chat-launcher-radius - Its corners.
 * @cssproperty --agent-chat-window-width - Width of the floating window.
 * @cssproperty --agent-chat-window-height - Height of the window, floating or inline.
 * @cssproperty --agent-chat-z-index - Where the browser has no top layer. Default: 2000.
 */
export abstract class AgentChatProperties extends LitElement {
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
    // Frameworks give what they find no property for as an attribute.
    highlighter: { attribute: false },
    botToken: { attribute: false },
    // An accessor of the element itself; named here so that a value set before the upgrade is taken over.
    conversationId: { attribute: false, noAccessor: true },
  };

  /** Where `endpoint` points when nobody says; set by the entry from where the script came. */
  declare static defaultEndpoint: string;

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
  declare placement: 'bottom-end' | 'bottom-start' | 'top-end' | 'top-start' | '';
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
  /**
   * Sends the page's address and title along with the first question asked there, with `selection` also what the visitor has
   * selected in it; they see it and can leave it out.
   */
  declare pageContext: boolean | 'selection';
  /** Settings of the page, any subset; they win over the server's. */
  declare settings: SettingsPatch | undefined;
  /** Texts of the page, any subset; they win over the language's. */
  declare strings: GivenStrings | undefined;
  /** Gives code blocks their colours. Nothing is loaded for that unless the page brings it. */
  declare highlighter: Highlighter | undefined;
  /**
   * What shows the proxy's bot check that the visitor is a person: a token, or a function that gets one, asked when the
   * proxy demands it.
   */
  declare botToken: BotToken;

  // What follows is read by the window, when it needs it: no launcher has to carry an accessor for it.
  /** Where the conversation is kept: over visits and tabs, for this tab's visit, for this page, or nowhere. */
  declare persist: Persist | undefined;
  /** Seconds after its last change that a conversation is kept. Default: 30 days. */
  declare timeToLive: number | string | undefined;
  /** Hosts that images in answers may load from, between spaces. Default: none, images become named links. */
  declare imageHosts: string | undefined;

  constructor() {
    super();
    Object.assign(this, {
      endpoint: '',
      agentId: '',
      open: false,
      mode: 'floating',
      userId: '',
      userHash: '',
      lang: '',
      theme: '',
      placeholder: '',
      heading: '',
      placement: '',
      launcherLabel: '',
      noLauncher: false,
      consent: 'none',
      links: 'auto',
      scrollMode: 'follow',
      pageContext: false,
    } satisfies Partial<AgentChatProperties>);
  }

  /** What the attributes say, in the shape of the settings. */
  protected get givenByAttributes(): SettingsPatch {
    return {
      ...(this.placeholder && { placeholder: this.placeholder }),
      ...(this.theme && { styles: { theme: this.theme } }),
    };
  }
}
