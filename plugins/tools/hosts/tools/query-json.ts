import jsonata from 'jsonata'
import type { JsonObject, JsonValue } from '@svc/plugin'
import { toolFailure } from './tool-failure.ts'

// JSONata's own limits give the better message; the server's clock and memory watch stand behind them.
const limits = { timeout: 1500, stack: 500, sequence: 1_000_000 }

export interface JsonQuery {
  data: JsonValue
  query: string
  variables?: JsonObject
}

function isJsonataError(error: unknown): error is { code: string; message: string; position?: number } {
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error
}

function described(error: unknown): unknown {
  if (!isJsonataError(error)) return error
  const place = error.position === undefined ? '' : ` at character ${error.position}`
  return toolFailure(`The query failed${place}: ${error.message} (${error.code})`)
}

/** JSONata's functions are JavaScript functions, or objects with one of these marks. */
function isFunction(value: unknown): boolean {
  if (typeof value === 'function') return true
  return typeof value === 'object' && value !== null && ('_jsonata_lambda' in value || '_jsonata_function' in value)
}

/** Only plain data leaves: no functions, and not the marks that JSONata keeps on its sequences. */
function plain(value: unknown): JsonValue {
  const text = JSON.stringify(value, (_key, part: unknown) => (isFunction(part) ? undefined : part))
  return text === undefined ? null : (JSON.parse(text) as JsonValue)
}

async function evaluated({ data, query, variables }: JsonQuery): Promise<unknown> {
  try {
    return (await jsonata(query, limits).evaluate(data, variables)) as unknown
  } catch (error) {
    throw described(error)
  }
}

/** Evaluates a JSONata expression (jsonata.org). Nothing found is null. */
export async function queryJson(input: JsonQuery): Promise<JsonValue> {
  const found = await evaluated(input)
  if (isFunction(found)) throw toolFailure('The query gives a function. Call it, or query a value.')
  return { result: plain(found) }
}
