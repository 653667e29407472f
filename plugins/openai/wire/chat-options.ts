import type { JsonObject, JsonValue } from '@svc/plugin'
import type { ChatRequest, ChatTool, Sampling } from '@svc/plugin/contracts/models'
import { booleanIn, isGiven, isObject, numberIn } from './faults.ts'
import type { Faults } from './faults.ts'
import { chatTool, toolList } from './tool-list.ts'

const toolName = /^[A-Za-z0-9_-]{1,64}$/
const many = Number.MAX_SAFE_INTEGER

/** What a chat completion says beside its messages, for a model that is not passed through to. */
export type ChatOptions = Sampling &
  Pick<ChatRequest, 'tools' | 'tool_choice' | 'parallel_tool_calls' | 'response_schema' | 'json_object'>

/** Options that only a provider behind a pass-through supports. Elsewhere they are refused, because ignoring them would change the answer. */
const absent: Record<string, (value: JsonValue) => boolean> = {
  n: value => value !== 1,
  logprobs: value => value !== false,
  top_logprobs: value => value !== 0,
  logit_bias: value => !isObject(value) || Object.keys(value).length > 0,
  audio: () => true,
  modalities: value => !Array.isArray(value) || value.some(modality => modality !== 'text'),
  web_search_options: () => true,
  functions: () => true,
  function_call: () => true,
}

type Optional<T> = { [K in keyof T]: T[K] | undefined }

function given(options: Optional<ChatOptions>): ChatOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as ChatOptions
}

export function chatOptions(body: JsonObject, faults: Faults): ChatOptions {
  for (const [name, asks] of Object.entries(absent)) {
    const value = body[name]
    if (isGiven(value) && asks(value)) faults.add(`/${name}`, 'cannot be had from this model')
  }
  const tools = toolList(body, faults, { readTool: functionTool, namePath: '/function/name' })
  return given({
    temperature: numberIn(body, 'temperature', { least: 0, most: 2 }, faults),
    top_p: numberIn(body, 'top_p', { least: 0, most: 1 }, faults),
    max_tokens: maxTokens(body, faults),
    stop: stops(body['stop'], faults),
    seed: numberIn(body, 'seed', { least: -many, most: many, integer: true }, faults),
    presence_penalty: numberIn(body, 'presence_penalty', { least: -2, most: 2 }, faults),
    frequency_penalty: numberIn(body, 'frequency_penalty', { least: -2, most: 2 }, faults),
    tools,
    tool_choice: toolChoice(body['tool_choice'], tools ?? [], faults),
    parallel_tool_calls: booleanIn(body, 'parallel_tool_calls', faults),
    ...responseFormat(body['response_format'], faults),
  })
}

function maxTokens(body: JsonObject, faults: Faults): number | undefined {
  const range = { least: 1, most: many, integer: true }
  return numberIn(body, 'max_completion_tokens', range, faults) ?? numberIn(body, 'max_tokens', range, faults)
}

function stops(value: JsonValue | undefined, faults: Faults): string[] | undefined {
  if (!isGiven(value)) return undefined
  const list = Array.isArray(value) ? value : [value]
  if (list.length <= 16 && list.every(stop => typeof stop === 'string' && stop !== '')) return list as string[]
  faults.add('/stop', 'must be a string or a list of up to 16 strings')
  return undefined
}

function functionTool(value: JsonValue, path: string, faults: Faults): ChatTool | null {
  if (!isObject(value) || value['type'] !== 'function') {
    faults.add(`${path}/type`, 'must be function: this model calls no other tools')
    return null
  }
  const called = value['function']
  const { name, description, parameters } = isObject(called) ? called : {}
  if (typeof name !== 'string' || !toolName.test(name)) {
    faults.add(`${path}/function/name`, 'must be 1 to 64 of a-z, A-Z, 0-9, _ and -')
    return null
  }
  if (isGiven(description) && typeof description !== 'string') {
    faults.add(`${path}/function/description`, 'must be a string')
  }
  if (isGiven(parameters) && !isObject(parameters)) faults.add(`${path}/function/parameters`, 'must be a JSON Schema')
  return chatTool(name, description, parameters)
}

function toolChoice(
  value: JsonValue | undefined,
  tools: readonly ChatTool[],
  faults: Faults,
): ChatRequest['tool_choice'] {
  if (!isGiven(value)) return undefined
  if (value === 'auto' || value === 'none' || value === 'required') return value
  const called = isObject(value) && value['type'] === 'function' ? value['function'] : undefined
  const name = isObject(called) ? called['name'] : undefined
  if (typeof name === 'string' && tools.some(tool => tool.name === name)) return { name }
  faults.add(
    '/tool_choice',
    typeof name === 'string'
      ? `names ${JSON.stringify(name.slice(0, 64))}, which is not in tools`
      : 'must be auto, none, required or {"type": "function", "function": {"name"}}',
  )
  return undefined
}

function responseFormat(
  value: JsonValue | undefined,
  faults: Faults,
): Pick<ChatOptions, 'response_schema' | 'json_object'> {
  if (!isGiven(value)) return {}
  const type = isObject(value) ? value['type'] : undefined
  if (!isObject(value) || (type !== 'text' && type !== 'json_object' && type !== 'json_schema')) {
    faults.add('/response_format/type', 'must be text, json_object or json_schema')
    return {}
  }
  if (type === 'text') return {}
  if (type === 'json_object') return { json_object: true }
  const format = value['json_schema']
  const schema = isObject(format) ? format['schema'] : undefined
  if (isObject(schema)) return { response_schema: schema }
  faults.add('/response_format/json_schema/schema', 'must be a JSON Schema')
  return {}
}
