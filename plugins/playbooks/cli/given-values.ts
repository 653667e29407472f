import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { messageOf, parseJson, ValidationError } from '@svc/plugin'
import type { JsonObject, JsonValue } from '@svc/plugin'

const mostBytes = 2 * 1024 * 1024

/** The text of a file. @throws ValidationError when it cannot be read as text */
export async function readText(path: string, cwd: string): Promise<string> {
  const file = resolve(cwd, path)
  try {
    const bytes = await readFile(file)
    if (bytes.length > mostBytes) throw new ValidationError(`${file} has more than ${mostBytes} bytes.`)
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof ValidationError) throw error
    throw new ValidationError(`${file} cannot be read: ${messageOf(error)}`, [], { cause: error })
  }
}

/** An object, as JSON or as `@file.json`. `option` is named in errors. @throws ValidationError */
export async function readObject(text: string | undefined, option: string, cwd: string): Promise<JsonObject> {
  if (text === undefined) return {}
  const value = jsonOf(text.startsWith('@') ? await readText(text.slice(1), cwd) : text, option)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new ValidationError(`${option} must be a JSON object.`)
}

/** `name=value` words; a value that is JSON is taken as such, anything else as text. @throws ValidationError */
export function readPairs(words: readonly string[]): JsonObject {
  return Object.fromEntries(
    words.map(word => {
      const at = word.indexOf('=')
      if (at < 1) throw new ValidationError(`"${word}" is no input. Write name=value.`)
      return [word.slice(0, at), valueOf(word.slice(at + 1))]
    }),
  )
}

function valueOf(text: string): JsonValue {
  try {
    return parseJson(text)
  } catch {
    // A text, which needs no quotes.
    return text
  }
}

function jsonOf(text: string, option: string): JsonValue {
  try {
    return parseJson(text)
  } catch (error) {
    const how = `Write ${option} '{"name": "value"}', or ${option} @file.json.`
    throw new ValidationError(`${option} must be JSON: ${messageOf(error)}. ${how}`, [], { cause: error })
  }
}
