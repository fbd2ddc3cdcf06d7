import { type Logger, pino } from 'pino';
import { UsageError, type Variables } from './variables.ts';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** Characters buffered while lines cannot be written. Further lines are lost. */
const KEPT_CHARACTERS = 65_536;

/**
 * Logs JSON lines to stderr; stdout is for people. Secrets and message texts are redacted here as well, in case a caller
 * passes one. @throws UsageError
 */
export function createLogger(variables: Variables): Logger {
  const level = variables.LOG_LEVEL ?? 'warn';
  if (!LEVELS.includes(level)) throw new UsageError(`LOG_LEVEL must be one of ${LEVELS.join(', ')}.`);
  const redact = ['authorization', 'apiKey', 'token', 'userHash', 'message_text', 'email'];
  const lines = pino.destination({ fd: 2, sync: true, maxLength: KEPT_CHARACTERS });
  // A full disk must not fail a visitor's request.
  lines.on('error', () => {});
  return pino({ level, redact: { paths: redact.flatMap(name => [name, `*.${name}`]), remove: true } }, lines);
}
