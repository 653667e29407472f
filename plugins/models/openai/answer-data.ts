import type { JsonObject, JsonValue } from '@svc/plugin'
import type { ChatToolCall } from '@svc/plugin/contracts/models'

// DeepSeek and Kimi refuse a call whose thoughts do not come back, and vLLM's templates read them; one name of the two is enough.
const thoughtTexts = ['reasoning_content', 'reasoning']
// OpenRouter's and LiteLLM's, with the signatures of the vendors behind them.
const thoughtLists = ['reasoning_details', 'thinking_blocks']
// Gemini's signature, behind Google's own address and behind LiteLLM.
const callFields = ['extra_content', 'provider_specific_fields']
/** All that is sent back beside what the format itself has. */
export const dataFields = [...thoughtTexts, ...thoughtLists, ...callFields]
// What comes of one entry of a list piece by piece.
const growing = ['text', 'summary', 'thinking']

type Fields = Record<string, JsonValue>

/** What a server says beside an answer and its calls, and wants back with them under the names it has for it. */
export class AnswerData {
  readonly #texts: Record<string, string> = {}
  readonly #lists: Record<string, Fields[]> = {}

  /** Takes the delta of a choice, or its whole message. */
  take(message: Record<string, unknown>): void {
    for (const name of thoughtTexts) {
      const text = message[name]
      if (typeof text === 'string') this.#texts[name] = (this.#texts[name] ?? '') + text
    }
    for (const name of thoughtLists) {
      const entries = message[name]
      if (Array.isArray(entries)) for (const entry of entries) this.#add(name, entry)
    }
  }

  /** The calls with what is sent back with them; what belongs to the whole answer goes with the first. */
  with(calls: readonly ChatToolCall[], extras: ReadonlyMap<ChatToolCall, JsonObject>): ChatToolCall[] {
    return calls.map((call, index) => {
      const message = index === 0 ? this.#message() : {}
      const extra = extras.get(call) ?? {}
      if (Object.keys(message).length + Object.keys(extra).length === 0) return call
      return { ...call, provider_data: { message, call: extra } }
    })
  }

  #message(): JsonObject {
    // The texts are the same thoughts, without their signatures.
    if (Object.keys(this.#lists).length > 0) return this.#lists
    const { reasoning_content, reasoning } = this.#texts
    // DeepSeek asks for an empty one, too.
    if (reasoning_content !== undefined) return { reasoning_content }
    return reasoning ? { reasoning } : {}
  }

  #add(name: string, entry: unknown): void {
    if (!isObject(entry)) return
    const list = (this.#lists[name] ??= [])
    const last = list.at(-1)
    if (last === undefined || !goesOn(last, entry)) {
      list.push({ ...entry })
      return
    }
    for (const [key, value] of Object.entries(entry)) {
      const before = last[key]
      const isMore = growing.includes(key) && typeof value === 'string' && typeof before === 'string'
      if (isMore) last[key] = before + value
      else if (value !== null && value !== '') last[key] = value
    }
  }
}

/** What stands beside a call, or null. */
export function callExtra(call: Record<string, unknown>): JsonObject | null {
  const found = callFields.filter(name => isObject(call[name]))
  if (found.length === 0) return null
  return Object.fromEntries(found.map(name => [name, call[name] as JsonObject]))
}

/** The fields of an assistant's message that come back with its first call. */
export function messageFields([first]: readonly ChatToolCall[]): JsonObject {
  return fieldsIn(first?.provider_data?.['message'], [...thoughtTexts, ...thoughtLists])
}

export function callFieldsOf({ provider_data }: ChatToolCall): JsonObject {
  return fieldsIn(provider_data?.['call'], callFields)
}

function fieldsIn(value: JsonValue | undefined, names: readonly string[]): JsonObject {
  if (!isObject(value)) return {}
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)))
}

/** Whether a piece belongs to the entry before it: the same place and kind, and not yet signed. */
function goesOn(last: Fields, next: Fields): boolean {
  const isSame = ['type', 'index'].every(key => last[key] === next[key])
  const isOther = typeof next['id'] === 'string' && typeof last['id'] === 'string' && next['id'] !== last['id']
  return isSame && !isOther && !last['signature'] && last['data'] === undefined
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
