import type { JsonValue } from '@svc/plugin'
import type { LocalCommand } from '../local-command.ts'

/** Every setting with its value and where that came from. */
export const configListCommand: LocalCommand = {
  name: 'config list',
  summary: 'List every setting, its value and where it came from; secrets are redacted',
  async run(context, { machine }) {
    const { origins: items } = await machine.configuration()
    const width = Math.max(...items.map(({ key }) => key.length))
    const lines = items.map(({ key, value, origin }) => `${key.padEnd(width)}  ${shown(value)}  (${origin})`)
    context.result({ items: items as unknown as JsonValue }, lines.join('\n'))
    return 0
  },
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'not set'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
