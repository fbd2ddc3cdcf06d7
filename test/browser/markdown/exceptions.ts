/** Examples of CommonMark 0.31.2 that we draw differently, by number, each with the reason. */
export const COMMONMARK_EXCEPTIONS: Readonly<Record<number, string>> = {
  25: 'names of characters beyond HTML 4 stay as written: the table of all 2,125 would double the download',
  156: 'raw HTML, shown as text',
  157: 'raw HTML, shown as text',
  158: 'raw HTML, shown as text',
  596: 'links lead to http, https, mailto and tel only; irc shows as text',
  598: 'links lead to http, https, mailto and tel only; an unknown scheme shows as text',
  599: 'links lead to http, https, mailto and tel only; an unknown scheme shows as text',
  601: 'links lead to http, https, mailto and tel only; an unknown scheme shows as text',
  602: "GFM's extended autolinks make a link of the address",
  608: "GFM's extended autolinks make a link of the address",
  611: "GFM's extended autolinks make a link of the address",
  612: "GFM's extended autolinks make a link of the address",
};

/** Examples of GFM's extensions that we draw differently, by number, each with the reason. */
export const GFM_EXCEPTIONS: Readonly<Record<number, string>> = {
  491: 'a single tilde never strikes: it mostly means "about"',
  633: 'links lead to http, https, mailto and tel only; xmpp shows as text',
  634: 'links lead to http, https, mailto and tel only; xmpp shows as text',
  635: 'links lead to http, https, mailto and tel only; xmpp shows as text',
};
