import { expect, it } from 'vitest'
import type { JsonObject, Principal } from '@svc/plugin'
import type { ChatEvent, ChatMessage, ChatRequest, ChatToolCall } from '@svc/plugin/contracts/models'
import { collected } from '../../test/support/collected.ts'
import { openCatalog, principal, ScriptedProvider, signal, useTestLedger } from '../../test/rooms/plugins/catalog.ts'
import { mostDataCharacters } from './provider-data.ts'

useTestLedger()

/** Calls a tool, and gives data with the call. */
class CallingProvider extends ScriptedProvider {
  readonly #data: JsonObject

  constructor(id: string, models: string[], data: JsonObject = { signature: 'signed' }) {
    super(id, models)
    this.#data = data
  }

  override async *stream(request: ChatRequest & { model: string }): AsyncGenerator<ChatEvent> {
    this.asked.push(request)
    const call = { id: 'call_0123456789', name: 'say', arguments: '{}', provider_data: this.#data }
    yield { type: 'tool_call', call }
    const usage = { prompt_tokens: 1, completion_tokens: 1 }
    yield { type: 'done', finish_reason: 'tool_calls', usage, model: request.model }
  }

  /** The data that came with the last request. */
  get given(): (JsonObject | undefined)[] {
    return (this.asked.at(-1)?.messages ?? []).flatMap(({ tool_calls = [] }) =>
      tool_calls.map(call => call.provider_data),
    )
  }
}

const question: ChatMessage = { role: 'user', content: 'Hi' }
const after = (calls: ChatToolCall[]): ChatMessage[] => [
  question,
  { role: 'assistant', content: '', tool_calls: calls },
]

function openProviders(data?: JsonObject) {
  const providers = [new CallingProvider('p', ['m', 'n'], data), new CallingProvider('q', ['o'], data)] as const
  const catalog = openCatalog([...providers])
  const calls = async (
    model: string,
    messages = [question],
    caller: Principal = principal,
  ): Promise<ChatToolCall[]> => {
    const events = await collected(catalog.stream({ model, messages, principal: caller, signal, tools: [] }))
    return events.flatMap(event => (event.type === 'tool_call' ? [event.call] : []))
  }
  return { providers, calls }
}

it('what a provider gives with a call comes back to the same provider and model, and to no other', async () => {
  const { providers, calls } = openProviders()
  const [p, q] = providers
  const made = await calls('m')
  await calls('m', after(made))
  expect(p.given).toEqual([{ signature: 'signed' }])
  await calls('n', after(made))
  expect(p.given).toEqual([undefined])
  await calls('o', after(made))
  expect(q.given).toEqual([undefined])
})

it('a client that keeps the history itself, and is not shown it, has it back all the same; another caller has not', async () => {
  const { providers, calls } = openProviders()
  const shown = (await calls('m')).map(({ id, name, arguments: written }) => ({ id, name, arguments: written }))
  await calls('m', after(shown))
  expect(providers[0].given).toEqual([{ signature: 'signed' }])
  await calls('m', after(shown), { ...principal, user_id: 'usr_2' })
  expect(providers[0].given).toEqual([undefined])
})

it('more than is kept is left out, and the answer goes on', async () => {
  const { calls } = openProviders({ thoughts: 'x'.repeat(mostDataCharacters) })
  expect(await calls('m')).toEqual([{ id: 'call_0123456789', name: 'say', arguments: '{}' }])
})
