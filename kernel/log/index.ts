export { createRedaction } from './redaction.ts'
export { createLogger } from './logger.ts'
export type { RootLogger } from './logger.ts'
