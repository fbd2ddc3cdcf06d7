import { abortable } from './abortable.ts';
import { ClientError } from './client-error.ts';

/** A proof that the visitor is a person, or what gets one: a new one each time, since a proof is good for one use. */
export type BotToken = string | undefined | (() => BotToken | Promise<BotToken>);

interface Asking {
  signal: AbortSignal;
  onBotCheck?(): void;
}

/** What a token that can go into a header is made of. */
const SENDABLE = /^[!-~]+$/;

/**
 * The header that shows the proxy what its bot check asks for. Where the page has no way to get a proof, the refusal is
 * one as any other.
 * @throws ClientError `forbidden`, or `bot_check` where no proof came of it. The signal's reason when aborted.
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
      // Whoever stops the question waits for no check.
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
