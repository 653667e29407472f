import { pino } from 'pino'
import type { DestinationStream, Logger as PinoLogger } from 'pino'
import { logFields } from '@svc/plugin'
import type { Logger } from '@svc/plugin'
import { createRedaction } from './redaction.ts'

const secretPaths = [
  'authorization',
  'cookie',
  'password',
  'token',
  'secret',
  'api_key',
  'key',
  'setup_token',
  '*.authorization',
  '*.cookie',
  '*.password',
  '*.token',
  '*.secret',
  '*.api_key',
  '*.key',
  '*.setup_token',
  'set-cookie',
  '*["set-cookie"]',
  'headers["x-api-key"]',
  '*.headers["x-api-key"]',
]

/**
 * A logger that can make children. Each line carries the ids of the work it was written for. Secrets are redacted: fields that carry
 * them two levels deep, and known or recognisable ones wherever they stand.
 */
export interface RootLogger extends Logger {
  /** Values that no line may show from now on. */
  hide(secrets: readonly string[]): void
  child(fields: object): RootLogger
  /** Whether lines of that level are written at all. */
  readonly writesDebug: boolean
  flush(): void
}

/**
 * JSON lines to `destination` (standard error by default). `level`: `debug | info | warn | error | silent`. `phrase` has the last word on
 * how a line reads.
 */
export function createLogger(options: {
  level: string
  destination?: DestinationStream
  phrase?: (line: string) => string
}): RootLogger {
  const destination = options.destination ?? pino.destination({ dest: 2, sync: true })
  const { phrase } = options
  const redaction = createRedaction()
  const settings = {
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secretPaths, censor: '[redacted]' },
    // A line's own fields win: a worker's line about a job names that job.
    mixin: () => logFields() ?? {},
    mixinMergeStrategy: (own: object, around: object) => ({ ...around, ...own }),
    hooks: { streamWrite: phrase ? (line: string) => phrase(redaction.redact(line)) : redaction.redact },
  }
  return withHide(pino(settings, destination), secrets => redaction.add(secrets))
}

/** The same log with fields in each of its lines, which a line's own fields override. */
export function withFields(log: Logger, fields: object): Logger {
  const write =
    (level: keyof Logger): Logger['info'] =>
    (own, message) =>
      log[level]({ ...fields, ...own }, message)
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

/** Children are pino's own, which know nothing of it: they write through the same redaction. */
function withHide(log: PinoLogger, hide: RootLogger['hide']): RootLogger {
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
    writesDebug: log.isLevelEnabled('debug'),
    child: fields => withHide(log.child(fields), hide),
    flush: () => log.flush(),
    hide,
  }
}
