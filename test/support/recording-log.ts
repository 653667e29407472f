import type { Logger } from '@svc/plugin'

export interface RecordingLog extends Logger {
  readonly entries: { level: string; fields: object; message: string }[]
}

/** A logger that keeps its entries. */
export function recordingLog(): RecordingLog {
  const entries: RecordingLog['entries'] = []
  const at = (level: string) => (fields: object, message: string) => {
    entries.push({ level, fields, message })
  }
  return { entries, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
