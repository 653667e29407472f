import { parseJson, ValidationError } from '@svc/plugin'
import type { JsonObject } from '@svc/plugin'
import type { CliContext } from '@svc/plugin/contracts/cli'

export function textOption(context: CliContext, name: string): string | undefined {
  const value = context.options[name]
  return typeof value === 'string' ? value : undefined
}

export function textsOption(context: CliContext, name: string): string[] {
  const value = context.options[name]
  return Array.isArray(value) ? value : []
}

/** A JSON object of an option. @throws ValidationError */
export function jsonOption(context: CliContext, name: string): JsonObject | undefined {
  const text = textOption(context, name)
  if (text === undefined) return undefined
  const value = parsed(text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  throw new ValidationError(
    `--${name} must be a JSON object such as '{"dependent": "len"}'; it is ${text.slice(0, 80)}`,
  )
}

/** `{"group": "supp"}`, or `group=supp predictors=a,b`. @throws ValidationError */
export function variablesOption(context: CliContext): JsonObject | undefined {
  const text = textOption(context, 'variables')?.trim()
  if (text === undefined || text.startsWith('{')) return jsonOption(context, 'variables')
  const parts = text.split(/\s+/).map(part => /^(\w+)=(.+)$/.exec(part))
  if (parts.some(part => part === null)) {
    throw new ValidationError(
      '--variables must be JSON, or such as "dependent=len group=supp"; columns with spaces need JSON.',
    )
  }
  return Object.fromEntries(parts.map(part => [part?.[1] ?? '', columnsOf(part?.[2] ?? '')]))
}

/** A comma at the end makes a list of one. */
function columnsOf(text: string): string | string[] {
  return text.includes(',') ? text.split(',').filter(name => name !== '') : text
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
