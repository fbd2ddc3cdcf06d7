import { type Logger, pino } from 'pino';
import { UsageError, type Variables } from './variables.ts';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** Of lines that could not be written: they are written with the next that can be. Past it lines are lost. */
const KEPT_CHARACTERS = 65_536;

/**
 * JSON lines on stderr, so that stdout stays for people. What must never be written is taken out here as well,
 * should a caller ever hand it over. @throws UsageError
 */
export function createLogger(variables: Variables): Logger {
  const level = variables.LOG_LEVEL ?? 'warn';
  if (!LEVELS.includes(level)) throw new UsageError(`LOG_LEVEL must be one of ${LEVELS.join(', ')}.`);
  const redact = ['authorization', 'apiKey', 'token', 'userHash', 'message_text', 'email'];
  const lines = pino.destination({ fd: 2, sync: true, maxLength: KEPT_CHARACTERS });
  // A disk without room is no fault of the visitor whose line it was.
  lines.on('error', () => {});
  return pino({ level, redact: { paths: redact.flatMap(name => [name, `*.${name}`]), remove: true } }, lines);
}
