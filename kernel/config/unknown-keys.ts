import { closestWord } from '@svc/plugin/library/closest-word'
import type { SchemaError } from '@svc/plugin/library/schemas/schema-faults'
import type { BootProblem } from '../boot-error.ts'
import { pathOf, sameFlag } from './setting-sources.ts'
import type { SettingSources } from './setting-sources.ts'
import type { Setting } from './setting.ts'

/** Variables that only clients of the server read, and the one in which the launcher says how it was called. */
const clientVariables = ['SVC_API_KEY', 'SVC_BASE_URL', 'SVC_COMMAND', 'SVC_WORKSPACE']

interface KnownKeys extends SettingSources {
  settings: readonly Setting[]
  pluginIds: readonly string[]
}

/** Flags, `SVC_…` variables and keys of the file that no schema knows, each with the nearest known one. */
export function unknownKeys(known: KnownKeys): BootProblem[] {
  return [...unknownFlags(known), ...unknownVariables(known), ...unknownFileKeys(known)]
}

function unknownFlags({ flags, settings }: KnownKeys): BootProblem[] {
  const unknown = Object.keys(flags).filter(flag => !settings.some(({ key }) => sameFlag(flag, key)))
  return unknown.map(flag => {
    const suggestion = closestWord(
      flag,
      settings.map(({ key }) => key),
    )
    return { where: `--${flag}`, message: `Unknown flag. ${remedy(suggestion && `--${suggestion}`)}`, frame: null }
  })
}

function unknownVariables({ env, settings }: KnownKeys): BootProblem[] {
  const known = new Set(clientVariables)
  for (const { variable } of settings) known.add(variable).add(`${variable}_FILE`)
  const unknown = Object.keys(env).filter(
    name => name.startsWith('SVC_') && env[name] !== undefined && !known.has(name),
  )
  return unknown.map(name => ({
    where: name,
    message: `Unknown variable. ${remedy(closestWord(name, known))}`,
    frame: null,
  }))
}

function unknownFileKeys({ file, settings, pluginIds }: KnownKeys): BootProblem[] {
  if (!file) return []
  const errors: SchemaError[] = []
  const check = (value: unknown, path: string[], allowed: string[]): void => {
    if (value === null || typeof value !== 'object') return
    const parentSchema = { properties: Object.fromEntries(allowed.map(name => [name, true])) }
    for (const key of Object.keys(value)) {
      if (allowed.includes(key)) continue
      const instancePath = path.map(part => `/${part}`).join('')
      errors.push({ instancePath, keyword: 'additionalProperties', params: { additionalProperty: key }, parentSchema })
    }
  }
  const names = (prefix: string[]): string[] =>
    settings
      .map(pathOf)
      .filter(path => path.length === prefix.length + 1 && prefix.every((part, index) => path[index] === part))
      .map(path => path.at(-1) ?? '')
  check(file.value, [], [...names([]), 'plugins'])
  const plugins = file.value['plugins'] ?? {}
  check(plugins, ['plugins'], [...pluginIds])
  for (const id of pluginIds) check((plugins as Record<string, unknown>)[id], ['plugins', id], names(['plugins', id]))
  return file.problemsOf(errors)
}

function remedy(suggestion: string | null): string {
  return suggestion ? `Did you mean ${suggestion}?` : 'Remove it; svc config list shows those that are known.'
}
