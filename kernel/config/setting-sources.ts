import { readFileSync } from 'node:fs'
import { messageOf } from '@svc/plugin'
import type { BootProblem } from '../boot-error.ts'
import type { ConfigFile } from './config-file.ts'
import { parseText } from './parse-text.ts'
import type { Setting } from './setting.ts'

/** Where values come from, the strongest first: flags, environment, file. */
export interface SettingSources {
  flags: Readonly<Record<string, string>>
  env: Readonly<Record<string, string | undefined>>
  file: ConfigFile | null
}

export interface FoundValue {
  value: unknown
  /** `--port`, `SVC_PORT`, `SVC_PORT_FILE`, `svc.config.yaml:3`. */
  origin: string
  fromFile: boolean
}

/** Flags may write `-` for `_`. */
export function sameFlag(flag: string, key: string): boolean {
  return flag.replaceAll('-', '_') === key.replaceAll('-', '_')
}

/** The strongest value of a setting, null when none is set. Problems go to `report`. */
export function findValue(
  setting: Setting,
  sources: SettingSources,
  report: (problem: BootProblem) => void,
): FoundValue | null {
  const text = findText(setting, sources, report)
  if (text === null) return findInFile(setting, sources.file)
  const parsed = parseText(text.value, setting.schema)
  if ('value' in parsed) return { value: parsed.value, origin: text.origin, fromFile: false }
  const fault = setting.secret ? 'cannot be read as a value of its type' : parsed.fault
  report({ where: text.origin, message: `${setting.key}: ${fault}.${descriptionOf(setting)}`, frame: null })
  return null
}

export function descriptionOf(setting: Setting): string {
  const { description } = setting.schema
  return typeof description === 'string' ? ` ${description}` : ''
}

function findText(
  setting: Setting,
  { flags, env }: SettingSources,
  report: (problem: BootProblem) => void,
): { value: string; origin: string } | null {
  const flag = Object.keys(flags).find(name => sameFlag(name, setting.key))
  if (flag !== undefined) return { value: flags[flag] ?? '', origin: `--${flag}` }
  const direct = env[setting.variable]
  const fileVariable = `${setting.variable}_FILE`
  const path = env[fileVariable]
  if (direct && path) {
    report({
      where: setting.variable,
      message: `${setting.variable} and ${fileVariable} are both set. Remove one of them.`,
      frame: null,
    })
  }
  // An empty variable is one that is not set: compose files write `SVC_X=` for that.
  if (direct) return { value: direct, origin: setting.variable }
  if (!path) return null
  try {
    return { value: readFileSync(path, 'utf8').trimEnd(), origin: fileVariable }
  } catch (error) {
    const message = `The file cannot be read: ${messageOf(error)}. It should hold the value of ${setting.key}.`
    report({ where: fileVariable, message, frame: null })
    return null
  }
}

function findInFile(setting: Setting, file: ConfigFile | null): FoundValue | null {
  if (!file) return null
  const path = pathOf(setting)
  let value: unknown = file.value
  for (const part of path)
    value =
      value !== null && typeof value === 'object' && Object.hasOwn(value, part)
        ? (value as Record<string, unknown>)[part]
        : undefined
  if (value === undefined || value === null) return null
  return { value, origin: file.originOf(path), fromFile: true }
}

/** The keys under which a setting stands in the file. */
export function pathOf(setting: Setting): string[] {
  return setting.key.split('.')
}
