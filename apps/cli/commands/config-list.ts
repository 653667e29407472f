import type { LocalContext } from '../command-context.ts'
import type { Commands } from '../generated/commands.ts'

/** Every setting with its value and where that came from. */
export async function listConfiguration(context: LocalContext<Commands['config list']>): Promise<number> {
  const { origins } = await context.home.configuration()
  const items = origins.map(({ key, value, origin }) => ({ key, value, origin }))
  const width = Math.max(...items.map(({ key }) => key.length))
  const lines = items.map(({ key, value, origin }) => `${key.padEnd(width)}  ${shown(value)}  (${origin})`)
  context.io.result({ items }, lines.join('\n'))
  return 0
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'not set'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
