import { pino } from 'pino'
import type { DestinationStream } from 'pino'
import type { Logger } from '@svc/plugin'

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
  'headers["x-api-key"]',
  '*.headers["x-api-key"]',
]

/** A logger that can make children; fields that carry secrets are redacted wherever they stand, two levels deep. */
export interface RootLogger extends Logger {
  child(fields: object): RootLogger
  flush(): void
}

/** JSON lines to `destination` (standard error by default). `level`: `debug | info | warn | error | silent`. */
export function createLogger(options: { level: string; destination?: DestinationStream }): RootLogger {
  const destination = options.destination ?? pino.destination({ dest: 2, sync: true })
  const settings = {
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secretPaths, censor: '[redacted]' },
  }
  return pino(settings, destination)
}
