import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FilePart,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider'
import { ValidationError } from '@svc/plugin'
import type { ChatImage, ChatMessage, ChatRequest, ChatToolCall } from '@svc/plugin/contracts/models'
import { withCallIds } from '@svc/plugin/library/models/call-ids'
import { saidParts } from './said-parts.ts'

type PromptMessage = LanguageModelV4Prompt[number]

/** Fetches an image by its address, for a vendor that does not do so itself; null leaves it to the vendor. */
export type ImageLoader = ((url: string) => Promise<{ mediaType: string; data: Uint8Array }>) | null

/** What differs between the vendors in a question. */
export interface PromptRules {
  loadImage: ImageLoader
  /** Marks a place up to which the vendor is to keep the question in its cache; absent where it does so by itself. */
  cachePoint?: SharedV4ProviderOptions
}

/** What the SDK's models are asked with. */
export async function callOptions(request: ChatRequest, rules: PromptRules): Promise<LanguageModelV4CallOptions> {
  const { loadImage } = rules
  // To write into a cache costs more than to be read once.
  const cachePoint = goesOn(request) ? rules.cachePoint : undefined
  const { temperature, top_p, max_tokens, stop, seed, presence_penalty, frequency_penalty, tools, signal } = request
  return {
    prompt: withCachePoints(await prompt(request.messages, loadImage), cachePoint),
    abortSignal: signal,
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { topP: top_p }),
    ...(max_tokens !== undefined && { maxOutputTokens: max_tokens }),
    ...(stop?.length && { stopSequences: stop }),
    ...(seed !== undefined && { seed }),
    ...(presence_penalty !== undefined && { presencePenalty: presence_penalty }),
    ...(frequency_penalty !== undefined && { frequencyPenalty: frequency_penalty }),
    ...(tools?.length && {
      tools: tools.map(({ name, description, parameters }, index) => ({
        type: 'function' as const,
        name,
        description,
        inputSchema: parameters,
        ...(cachePoint && index === tools.length - 1 && { providerOptions: cachePoint }),
      })),
    }),
    ...(tools?.length && request.tool_choice !== undefined && { toolChoice: toolChoice(request.tool_choice) }),
    ...responseFormat(request),
  }
}

/** Whether the same beginning is likely to be asked again: with the results of tools, or with the next question. */
function goesOn({ tools, messages }: ChatRequest): boolean {
  return (tools ?? []).length > 0 || messages.some(({ role }) => role === 'assistant')
}

/** Behind the instructions, which stay, and at the end, which the next question goes on from. */
function withCachePoints(
  messages: LanguageModelV4Prompt,
  providerOptions: SharedV4ProviderOptions | undefined,
): LanguageModelV4Prompt {
  if (providerOptions === undefined) return messages
  const last = messages.length - 1
  return messages.map((message, index) =>
    index === last || (index === 0 && message.role === 'system') ? { ...message, providerOptions } : message,
  )
}

function toolChoice(choice: NonNullable<ChatRequest['tool_choice']>): LanguageModelV4CallOptions['toolChoice'] {
  return typeof choice === 'string' ? { type: choice } : { type: 'tool', toolName: choice.name }
}

function responseFormat(request: ChatRequest): Pick<LanguageModelV4CallOptions, 'responseFormat'> {
  if (request.response_schema) return { responseFormat: { type: 'json', schema: request.response_schema } }
  return request.json_object ? { responseFormat: { type: 'json' } } : {}
}

async function prompt(given: readonly ChatMessage[], loadImage: ImageLoader): Promise<LanguageModelV4Prompt> {
  // Anthropic takes no other ids, and each once.
  const messages = withCallIds(given, id => /^[\w-]+$/.test(id))
  const names = new Map(messages.flatMap(message => message.tool_calls ?? []).map(({ id, name }) => [id, name]))
  const out: LanguageModelV4Prompt = []
  // Both vendors take what the system says before all else, and refuse it later.
  const said = messages.filter(message => !isSystem(message) && !isSilent(message))
  const ordered = [...messages.filter(isSystem), ...said]
  for (const message of ordered) out.push(await promptMessage(message, names, loadImage))
  return out
}

function isSystem({ role }: ChatMessage): boolean {
  return role === 'system'
}

/** An answer that was broken off before its first word: both vendors refuse a message without content. */
function isSilent({ role, content, tool_calls = [] }: ChatMessage): boolean {
  return role === 'assistant' && content.trim() === '' && tool_calls.length === 0
}

async function promptMessage(
  message: ChatMessage,
  toolNames: ReadonlyMap<string, string>,
  loadImage: ImageLoader,
): Promise<PromptMessage> {
  const { role, content } = message
  const text = content === '' ? [] : [{ type: 'text' as const, text: content }]
  if (role === 'system') return { role, content }
  if (role === 'user') {
    const images = await Promise.all((message.images ?? []).map(image => imagePart(image, loadImage)))
    return { role, content: [...text, ...images] }
  }
  if (role === 'assistant') return { role, content: saidParts(message, parsedArguments) }
  const id = message.tool_call_id ?? ''
  const output = { type: 'text' as const, value: content }
  return {
    role,
    content: [{ type: 'tool-result', toolCallId: id, toolName: toolNames.get(id) ?? 'unknown', output }],
  }
}

/** What a model wrote as arguments may be no JSON; the vendors take objects alone. */
function parsedArguments(call: ChatToolCall): unknown {
  try {
    const value = JSON.parse(call.arguments || '{}') as unknown
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { value }
  } catch {
    return { text: call.arguments }
  }
}

async function imagePart(image: ChatImage, loadImage: ImageLoader): Promise<LanguageModelV4FilePart> {
  const inline = /^data:(image\/[a-z0-9.+-]+);base64,(.+)$/is.exec(image.url)
  if (inline?.[1] && inline[2]) return { type: 'file', mediaType: inline[1], data: { type: 'data', data: inline[2] } }
  if (!URL.canParse(image.url) || !/^https?:/i.test(image.url))
    throw new ValidationError('An image must be a data:image/…;base64,… URL or an http(s) address.')
  if (!loadImage) return { type: 'file', mediaType: 'image/*', data: { type: 'url', url: new URL(image.url) } }
  const { mediaType, data } = await loadImage(image.url)
  return { type: 'file', mediaType, data: { type: 'data', data } }
}
