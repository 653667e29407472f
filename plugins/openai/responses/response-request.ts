import type { JsonObject, JsonValue } from '@svc/plugin'
import type { ChatRequest, ChatTool, Sampling } from '@svc/plugin/contracts/models'
import { booleanIn, Faults, isGiven, isObject, numberIn, stringIn } from '../wire/faults.ts'
import { chatTool, toolList } from '../wire/tool-list.ts'
import { inputItems } from './input-items.ts'
import type { Item } from './input-items.ts'

const toolName = /^[A-Za-z0-9_-]{1,64}$/
const responseId = /^resp_[A-Za-z0-9]{1,64}$/
const many = Number.MAX_SAFE_INTEGER

export type ResponseOptions = Pick<Sampling, 'temperature' | 'top_p' | 'max_tokens'> &
  Pick<ChatRequest, 'tools' | 'tool_choice' | 'parallel_tool_calls' | 'response_schema' | 'json_object'>

/** A request for a response, read. */
export interface ResponseRequest {
  model: string
  input: Item[]
  instructions: string | null
  previousId: string | null
  options: ResponseOptions
  stream: boolean
  background: boolean
  store: boolean
  /** What the response repeats of it. */
  echo: JsonObject
}

/** Options that svc does not support. They are refused, because ignoring them would change the answer. */
const absent: Record<string, (value: JsonValue) => boolean> = {
  conversation: () => true,
  prompt: () => true,
  max_tool_calls: () => true,
  top_logprobs: value => value !== 0,
  context_management: () => true,
  truncation: value => value !== 'disabled',
}

/** @throws ValidationError that names each part that is wrong or cannot be had */
export function responseRequest(body: JsonObject, suffix: string): ResponseRequest {
  const faults = new Faults()
  for (const [name, asks] of Object.entries(absent)) {
    const value = body[name]
    if (isGiven(value) && asks(value)) faults.add(`/${name}`, 'cannot be had here')
  }
  const model = stringIn(body, 'model', '', faults)
  const input = inputItems(body['input'], suffix, faults)
  const instructions = instructionsIn(body, faults)
  const previousId = previousIn(body, faults)
  const stream = booleanIn(body, 'stream', faults) ?? false
  const background = booleanIn(body, 'background', faults) ?? false
  const store = booleanIn(body, 'store', faults) ?? true
  if (background && !store) faults.add('/background', 'needs store: true, or there would be nothing to come back to')
  const options = responseOptions(body, faults)
  const metadata = metadataIn(body, faults)
  const user = userIn(body, faults)
  faults.refuse()
  const echo = { ...echoOf(body), background, store, instructions, previous_response_id: previousId, metadata, user }
  return { model, input, instructions, previousId, options, stream, background, store, echo }
}

function instructionsIn(body: JsonObject, faults: Faults): string | null {
  const { instructions } = body
  if (!isGiven(instructions)) return null
  if (typeof instructions === 'string') return instructions.toWellFormed()
  faults.add('/instructions', 'must be a string')
  return null
}

function previousIn(body: JsonObject, faults: Faults): string | null {
  const id = body['previous_response_id']
  if (!isGiven(id)) return null
  if (typeof id === 'string' && responseId.test(id)) return id
  faults.add('/previous_response_id', 'must be the id of a response, resp_…')
  return null
}

function userIn({ user }: JsonObject, faults: Faults): string | null {
  if (!isGiven(user)) return null
  if (typeof user === 'string' && user.length <= 512) return user.toWellFormed()
  faults.add('/user', 'must be a string of up to 512 characters')
  return null
}

function metadataIn(body: JsonObject, faults: Faults): JsonObject {
  const { metadata } = body
  if (!isGiven(metadata)) return {}
  const fits =
    isObject(metadata) &&
    Object.keys(metadata).length <= 16 &&
    Object.entries(metadata).every(
      ([key, value]) => key.length <= 64 && typeof value === 'string' && value.length <= 512,
    )
  if (fits) return metadata
  faults.add('/metadata', 'must be an object of up to 16 strings: keys of up to 64 characters, values of up to 512')
  return {}
}

function responseOptions(body: JsonObject, faults: Faults): ResponseOptions {
  const temperature = numberIn(body, 'temperature', { least: 0, most: 2 }, faults)
  const top_p = numberIn(body, 'top_p', { least: 0, most: 1 }, faults)
  const max_tokens = numberIn(body, 'max_output_tokens', { least: 1, most: many, integer: true }, faults)
  const parallel_tool_calls = booleanIn(body, 'parallel_tool_calls', faults)
  const tools = toolList(body, faults, { readTool: functionTool, namePath: '/name' }) ?? []
  const tool_choice = toolChoice(body['tool_choice'], tools, faults)
  return {
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { top_p }),
    ...(max_tokens !== undefined && { max_tokens }),
    ...(parallel_tool_calls !== undefined && { parallel_tool_calls }),
    ...(tools.length > 0 && { tools }),
    ...(tool_choice !== undefined && { tool_choice }),
    ...textFormat(body['text'], faults),
  }
}

function functionTool(value: JsonValue, path: string, faults: Faults): ChatTool | null {
  const { type, name, description, parameters } = isObject(value) ? value : {}
  if (type !== 'function') {
    faults.add(`${path}/type`, `must be function: ${String(type).slice(0, 60)} cannot be had here`)
    return null
  }
  if (typeof name !== 'string' || !toolName.test(name)) {
    faults.add(`${path}/name`, 'must be 1 to 64 of a-z, A-Z, 0-9, _ and -')
    return null
  }
  if (isGiven(parameters) && !isObject(parameters)) faults.add(`${path}/parameters`, 'must be a JSON Schema')
  return chatTool(name, description, parameters)
}

function toolChoice(
  value: JsonValue | undefined,
  tools: readonly ChatTool[],
  faults: Faults,
): ChatRequest['tool_choice'] {
  if (!isGiven(value)) return undefined
  if (value === 'auto' || value === 'none' || value === 'required') return value
  const { type, name } = isObject(value) ? value : {}
  if (type === 'function' && typeof name === 'string' && tools.some(tool => tool.name === name)) return { name }
  faults.add('/tool_choice', 'must be auto, none, required or {"type": "function", "name"} with a name of tools')
  return undefined
}

function textFormat(
  value: JsonValue | undefined,
  faults: Faults,
): Pick<ResponseOptions, 'response_schema' | 'json_object'> {
  const format = isObject(value) ? value['format'] : undefined
  if (!isGiven(format)) return {}
  const { type, schema } = isObject(format) ? format : {}
  if (type === 'text') return {}
  if (type === 'json_object') return { json_object: true }
  if (type === 'json_schema' && isObject(schema)) return { response_schema: schema }
  faults.add('/text/format', 'must be {"type": "text"}, {"type": "json_object"} or {"type": "json_schema", "schema"}')
  return {}
}

/** The members that a response repeats, with what OpenAI takes for granted where the request is silent. */
function echoOf(body: JsonObject): JsonObject {
  const text = isObject(body['text']) ? body['text'] : {}
  return {
    max_output_tokens: body['max_output_tokens'] ?? null,
    parallel_tool_calls: body['parallel_tool_calls'] ?? true,
    temperature: body['temperature'] ?? 1,
    top_p: body['top_p'] ?? 1,
    text: { ...text, format: text['format'] ?? { type: 'text' } },
    tool_choice: body['tool_choice'] ?? 'auto',
    tools: body['tools'] ?? [],
    truncation: 'disabled',
    reasoning: { effort: null, summary: null },
    service_tier: 'default',
  }
}
