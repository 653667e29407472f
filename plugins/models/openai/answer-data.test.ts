import { describe, expect, it } from 'vitest'
import type { ChatMessage, ChatToolCall } from '@svc/plugin/contracts/models'
import { useOpenAiProvider } from '../../../test/rooms/plugins/openai-provider.ts'
import { strictDeepSeek, strictGemini, strictOpenRouter } from '../../../test/support/servers/strict-models.ts'

const room = useOpenAiProvider()
const call = { id: 'call_1', name: 'say', arguments: '{"text":"hi"}' }
const question: ChatMessage = { role: 'user', content: 'Say hi.' }

const after = (calls: ChatToolCall[]): ChatMessage[] => [
  question,
  { role: 'assistant', content: '', tool_calls: calls },
  ...calls.map(({ id }): ChatMessage => ({ role: 'tool', content: 'said', tool_call_id: id })),
]

async function calls(messages = [question]): Promise<ChatToolCall[]> {
  const events = await room.eventsOf({ messages })
  return events.flatMap(event => (event.type === 'tool_call' ? [event.call] : []))
}

const vendors = [
  ['Gemini', strictGemini(call)],
  ['DeepSeek', strictDeepSeek(call)],
  ['OpenRouter', strictOpenRouter(call)],
] as const

describe.each(vendors)('%s', (_name, vendor) => {
  it('gets back what it gave with a call, in this turn and in the next', async () => {
    room.server.script(vendor.answer)
    const made = await calls()
    expect(await calls(after(made))).toEqual([])
    const again = await calls([...after(made), { role: 'assistant', content: 'Done.' }, question])
    expect(await calls([...after(made), ...after(again)])).toEqual([])
    expect(room.server.requests).toHaveLength(4)
  })
})

it.each(vendors.slice(0, 2))(
  '%s goes on with calls that another model made, at the second try and then at the first',
  async (_name, vendor) => {
    room.server.script(vendor.answer)
    const other = room.provider()
    const asked = () => room.eventsOf({ messages: after([call]) }, other)
    expect((await asked()).at(-1)).toMatchObject({ finish_reason: 'stop' })
    expect(room.server.requests).toHaveLength(2)
    await asked()
    expect(room.server.requests).toHaveLength(3)
  },
)

it('a server that takes no field of its own back is asked without them', async () => {
  room.server.script(({ body }) => {
    const [, said] = body.messages
    if (said && 'reasoning_content' in said)
      return { status: 422, body: JSON.stringify({ error: { message: 'property reasoning_content is unsupported' } }) }
    return said ? { text: 'Done.' } : { thoughts: [{ reasoning_content: 'Hm.' }], toolCalls: [call] }
  })
  expect(await calls(after(await calls()))).toEqual([])
  expect(room.server.requests).toHaveLength(3)
})

it('an answer without calls brings nothing to be sent back', async () => {
  room.server.script({ thoughts: [{ reasoning_content: 'Hm.' }], text: 'Yes.' })
  expect(await room.eventsOf()).toEqual([
    { type: 'reasoning', delta: 'Hm.' },
    { type: 'content', delta: 'Yes.' },
    expect.objectContaining({ type: 'done' }),
  ])
})
