import type { JsonObject, JsonValue } from '@svc/plugin'
import type { ChatMessage, ChatRequest, ChatTool, Sampling } from '@svc/plugin/contracts/models'
import { Faults, isGiven, isObject, numberIn, stringIn } from '../wire/faults.ts'
import { isOwnModel } from '../wire/own-models.ts'
import { chatTool, toolList } from '../wire/tool-list.ts'
import { chatMessages } from './message-content.ts'

const toolName = /^[A-Za-z0-9_-]{1,128}$/
const choices = new Map(Object.entries<ChatRequest['tool_choice']>({ auto: 'auto', any: 'required', none: 'none' }))

export type MessageOptions = Pick<Sampling, 'temperature' | 'top_p' | 'max_tokens' | 'stop'> &
  Pick<ChatRequest, 'tools' | 'tool_choice' | 'parallel_tool_calls' | 'response_schema'>

/** A request for a message, read. */
export interface MessageRequest {
  model: string
  messages: ChatMessage[]
  options: MessageOptions
  stream: boolean
}

/** Options that svc does not support. They are refused, because ignoring them would change the answer. */
const absent = ['top_k', 'container', 'mcp_servers', 'context_management']

/** @throws ValidationError that names each part that is wrong or cannot be had */
export function messageRequest(body: JsonObject): MessageRequest {
  const faults = new Faults()
  const model = stringIn(body, 'model', '', faults)
  const max_tokens = maxTokens(body, faults)
  const messages = chatMessages(body, faults)
  const options = { ...messageOptions(body, faults), ...(max_tokens !== undefined && { max_tokens }) }
  for (const name of absent) {
    const value = body[name]
    if (isGiven(value) && !(Array.isArray(value) && value.length === 0)) faults.add(`/${name}`, 'cannot be had here')
  }
  if (isOwnModel(model) && messages.at(-1)?.role === 'assistant')
    faults.add('/messages', `must end with a message of the user: ${model} does not continue a given answer`)
  faults.refuse()
  return { model, messages, options, stream: body['stream'] === true }
}

/** The parts of a request that are read and count as tokens of its prompt. */
export function countedRequest(body: JsonObject): Pick<MessageRequest, 'model' | 'messages'> & { tools: ChatTool[] } {
  const faults = new Faults()
  const model = stringIn(body, 'model', '', faults)
  const messages = chatMessages(body, faults)
  const { tools = [] } = messageOptions(body, faults)
  faults.refuse()
  return { model, messages, tools }
}

function maxTokens(body: JsonObject, faults: Faults): number | undefined {
  if (!isGiven(body['max_tokens'])) faults.add('/max_tokens', 'is missing')
  return numberIn(body, 'max_tokens', { least: 1, most: Number.MAX_SAFE_INTEGER, integer: true }, faults)
}

function messageOptions(body: JsonObject, faults: Faults): MessageOptions {
  const temperature = numberIn(body, 'temperature', { least: 0, most: 1 }, faults)
  const top_p = numberIn(body, 'top_p', { least: 0, most: 1 }, faults)
  const stop = stopSequences(body['stop_sequences'], faults)
  const tools = toolList(body, faults, { readTool: customTool, namePath: '/name' })
  const response_schema = outputSchema(body, faults)
  return {
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { top_p }),
    ...(stop && { stop }),
    ...(tools?.length && { tools }),
    ...toolChoice(body['tool_choice'], tools ?? [], faults),
    ...(response_schema && { response_schema }),
  }
}

function stopSequences(value: JsonValue | undefined, faults: Faults): string[] | undefined {
  if (!isGiven(value) || (Array.isArray(value) && value.length === 0)) return undefined
  if (Array.isArray(value) && value.every(stop => typeof stop === 'string' && stop !== '')) return value as string[]
  faults.add('/stop_sequences', 'must be a list of strings')
  return undefined
}

function customTool(value: JsonValue, path: string, faults: Faults): ChatTool | null {
  if (!isObject(value)) {
    faults.add(path, 'must be a tool with a name and an input_schema')
    return null
  }
  const { type, name, description, input_schema } = value
  if (isGiven(type) && type !== 'custom') {
    faults.add(`${path}/type`, `must be custom or absent: ${String(type).slice(0, 60)} cannot be had here`)
    return null
  }
  if (typeof name !== 'string' || !toolName.test(name)) {
    faults.add(`${path}/name`, 'must be 1 to 128 of a-z, A-Z, 0-9, _ and -')
    return null
  }
  if (!isObject(input_schema)) {
    faults.add(`${path}/input_schema`, 'must be a JSON Schema')
    return null
  }
  return chatTool(name, description, input_schema)
}

function toolChoice(
  value: JsonValue | undefined,
  tools: readonly ChatTool[],
  faults: Faults,
): Pick<MessageOptions, 'tool_choice' | 'parallel_tool_calls'> {
  if (!isGiven(value)) return {}
  const { type, name, disable_parallel_tool_use } = isObject(value) ? value : {}
  const alone = disable_parallel_tool_use === true ? { parallel_tool_calls: false } : {}
  const choice = typeof type === 'string' ? choices.get(type) : undefined
  if (choice) return { tool_choice: choice, ...alone }
  if (type === 'tool' && typeof name === 'string' && tools.some(tool => tool.name === name))
    return { tool_choice: { name }, ...alone }
  faults.add(
    '/tool_choice',
    'must be {"type": "auto" | "any" | "none"} or {"type": "tool", "name"} with a name of tools',
  )
  return {}
}

function outputSchema(body: JsonObject, faults: Faults): JsonObject | undefined {
  const config = body['output_config']
  const inConfig = isObject(config)
  const format = (inConfig ? config['format'] : undefined) ?? body['output_format']
  if (!isGiven(format)) return undefined
  const { type, schema } = isObject(format) ? format : {}
  if (type === 'json_schema' && isObject(schema)) return schema
  faults.add(inConfig ? '/output_config/format' : '/output_format', 'must be {"type": "json_schema", "schema"}')
  return undefined
}
