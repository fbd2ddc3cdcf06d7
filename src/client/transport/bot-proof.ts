import { abortable } from './abortable.ts';
import { ClientError } from './client-error.ts';

/** A proof that the visitor is a person, or a function that returns one: each proof can be used once. */
export type BotToken = string | undefined | (() => BotToken | Promise<BotToken>);

interface Asking {
  signal: AbortSignal;
  onBotCheck?(): void;
}

/** Characters of a valid header value. */
const SENDABLE = /^[!-~]+$/;

/**
 * The header that passes the proxy's bot check.
 * @throws ClientError `forbidden` if the page provides no `botToken`, `bot_check` if it returns no proof. The signal's reason
 *   when aborted.
 */
export async function obtainProof(
  botToken: BotToken,
  refusal: unknown,
  asking: Asking | undefined,
): Promise<Record<string, string>> {
  const { message, status = 403 } = refusal as ClientError;
  let token = botToken;
  try {
    while (typeof token === 'function') {
      asking?.signal.throwIfAborted();
      const given = token();
      if (typeof given === 'object') asking?.onBotCheck?.();
      token = await abortable(given, asking?.signal);
    }
  } catch (cause) {
    asking?.signal.throwIfAborted();
    throw new ClientError('bot_check', `botToken: ${(cause as Partial<Error> | undefined)?.message}`, {
      status,
      cause,
    });
  }
  if (!token) {
    console.warn(
      'agent-chat: the proxy has a bot check and this page gives no botToken; see docs/security.md',
    );
    throw new ClientError('forbidden', message, { status });
  }
  if (SENDABLE.test(token)) return { 'X-Bot-Token': token };
  throw new ClientError('bot_check', 'botToken: not a token', { status });
}
