import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { messageOf, parseJson, ValidationError } from '@svc/plugin'
import type { JsonObject, JsonSchema, JsonValue } from '@svc/plugin'
import { closestWord } from '@svc/plugin/library/closest-word'

const maxFileBytes = 16 * 1024 * 1024

/**
 * Reads an app's inputs from the command line: `--csv @cars.csv --limit 5 --tags a --tags b --dry-run`, by the properties of its
 * `inputs` schema. `@file` stands for a file's text, `@@` for a leading `@`.
 * @throws ValidationError for a flag the app does not have, or a value that is not of its type
 */
export async function readInputFlags(rest: readonly string[], schema: JsonSchema, cwd: string): Promise<JsonObject> {
  const properties = propertiesOf(schema)
  const inputs: JsonObject = {}
  for (let at = 0; at < rest.length; at++) {
    const [flag = '', inline] = splitFlag(rest[at] ?? '')
    const name = inputOf(flag, properties)
    const type = typesOf(properties.get(name))
    const takesNone = type.includes('boolean') && inline === undefined && !/^(true|false)$/.test(rest[at + 1] ?? '')
    if (takesNone) {
      inputs[name] = !flag.startsWith('--no-')
      continue
    }
    const text = inline ?? rest[(at += 1)]
    if (text === undefined) throw new ValidationError(`${flag} needs a value.`)
    addValue(inputs, name, await readValue(text, cwd), type, properties.get(name))
  }
  return inputs
}

/** `--inputs`, `--arguments`: JSON, or a file of it. */
export async function readInputsOption(text: string, cwd: string, option = '--inputs'): Promise<JsonObject> {
  const value = readJson(await readValue(text, cwd), option)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new ValidationError(`${option} must be a JSON object.`)
}

function splitFlag(word: string): [string, string | undefined] {
  const at = word.indexOf('=')
  return at === -1 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)]
}

function inputOf(flag: string, properties: Map<string, JsonSchema>): string {
  const word = flag.replace(/^--(no-)?/, '')
  for (const name of properties.keys())
    if (flag.startsWith('--') && (name === word || dashed(name) === word)) return name
  const flags = [...properties.keys()].map(name => `--${dashed(name)}`)
  const suggestion = closestWord(flag, flags)
  const remedy = suggestion ? `Did you mean ${suggestion}?` : `Its inputs are ${flags.join(', ') || 'none'}.`
  throw new ValidationError(`The app has no input ${flag}. ${remedy}`)
}

function dashed(name: string): string {
  return name.replaceAll('_', '-')
}

function propertiesOf(schema: JsonSchema): Map<string, JsonSchema> {
  return new Map(Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>))
}

function typesOf(schema: JsonSchema | undefined): string[] {
  const type = schema?.['type']
  return Array.isArray(type) ? type.map(String) : [String(type)]
}

function addValue(
  inputs: JsonObject,
  name: string,
  text: string,
  types: string[],
  schema: JsonSchema | undefined,
): void {
  if (!types.includes('array') || text.trimStart().startsWith('[')) {
    inputs[name] = convert(text, types, name)
    return
  }
  const earlier = inputs[name]
  const items = typesOf(schema?.['items'] as JsonSchema | undefined)
  inputs[name] = [...(Array.isArray(earlier) ? earlier : []), convert(text, items, name)]
}

function convert(text: string, types: string[], name: string): JsonValue {
  const isText = types.includes('string') || types.includes('undefined')
  if (types.includes('number') || types.includes('integer')) {
    const number = text.trim() === '' ? Number.NaN : Number(text)
    if (Number.isFinite(number)) return number
    if (!isText)
      throw new ValidationError(`--${dashed(name)} must be a number, not ${JSON.stringify(text.slice(0, 100))}.`)
  }
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true'
  if (isText) return text
  return readJson(text, `--${dashed(name)}`)
}

function readJson(text: string, what: string): JsonValue {
  try {
    return parseJson(text)
  } catch (error) {
    throw new ValidationError(`${what} must be JSON: ${messageOf(error)}`, [], { cause: error })
  }
}

async function readValue(text: string, cwd: string): Promise<string> {
  if (!text.startsWith('@')) return text
  if (text.startsWith('@@')) return text.slice(1)
  const path = resolve(cwd, text.slice(1))
  try {
    const bytes = await readFile(path)
    if (bytes.length > maxFileBytes) throw new ValidationError(`${path} has more than ${maxFileBytes} bytes.`)
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof ValidationError) throw error
    throw new ValidationError(`${path} cannot be read: ${messageOf(error)}`, [], { cause: error })
  }
}
