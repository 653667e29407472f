import { inspect } from 'node:util'

interface LogLine {
  level: number
  time: string
  msg?: string
  err?: { message?: string; stack?: string }
  [field: string]: unknown
}

const names: Record<number, string> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error' }

const warning = 40

/** The kernel's words for a failure with its reason, which the command shows as its result. */
const shownElsewhere = new Set(['The plugin cannot load.', 'The plugin failed.', 'The plugin is degraded.'])

/**
 * Writes what the plugin logs, and warnings of all others (`withOthers`), for a person at a terminal: the sentence, its fields, and where
 * an error was thrown.
 */
export function readableLog(
  plugin: string,
  stream: { write(text: string): unknown },
  { withOthers }: { withOthers: boolean },
): { write(line: string): void } {
  return {
    write(text) {
      const line = JSON.parse(text) as LogLine
      const isOwn = line['plugin'] === plugin
      if (isOwn && line['reason'] !== undefined && shownElsewhere.has(line.msg ?? '')) return
      if (isOwn || (withOthers && line.level >= warning)) stream.write(readable(line))
    },
  }
}

function readable({ level, time: _time, msg = '', err, ...fields }: LogLine): string {
  const shown = Object.entries(fields).map(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? `${name}=${value}` : `${name}=${inspect(value)}`,
  )
  const stack = err?.stack ?? err?.message
  const words = [`${(names[level] ?? '').padEnd(5)} ${msg}`, ...shown].join('  ')
  return `${words}\n${stack === undefined ? '' : `${stack.replaceAll(/^/gm, '      ')}\n`}`
}
