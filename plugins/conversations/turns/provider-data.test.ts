import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, startTestTurns } from '../../../test/rooms/plugins/turns.ts'
import type { TestTurns } from '../../../test/rooms/plugins/turns.ts'
import { strictDeepSeek, strictGemini, strictOpenRouter } from '../../../test/support/servers/strict-models.ts'

let t: TestTurns

beforeAll(async () => {
  t = await startTestTurns()
})
afterAll(() => t.close())
beforeEach(() => {
  t.model.requests.length = 0
})

const erase = call('call_0123456789', 'erase', { text: 'logs' })
const vendors = [
  ['Gemini', strictGemini(erase)],
  ['DeepSeek', strictDeepSeek(erase)],
  ['OpenRouter', strictOpenRouter(erase)],
] as const

const sent = () => t.model.requests.flatMap(({ body }) => (body === null ? [] : [JSON.stringify(body.messages)]))
const isDone = (id: string) => vi.waitFor(async () => expect((await t.log(id)).at(-1)?.event).toBe('done'))

/** Has the call approved after a restart. */
async function turnWithApproval(id: string): Promise<void> {
  const asked = await t.say(id, 'Erase the logs.')
  expect(asked.body).toMatchObject({ status: 'waiting' })
  await t.restart()
  await t.decide(asked, 'approve')
  await isDone(id)
}

describe.each(vendors)('%s, which wants back what it gave with a call', (_name, vendor) => {
  it('gets it after a restart and an approval, at the first try, and again in the next turn', async () => {
    t.model.script(vendor.answer)
    const id = await t.begin()
    await turnWithApproval(id)
    expect((await t.messages(id)).at(-1)).toMatchObject({ content: 'Done.', finish_reason: 'stop' })
    expect(sent()).toHaveLength(2)
    const next = await t.say(id, 'Once more.')
    expect(next.body).toMatchObject({ status: 'waiting' })
    expect(sent()).toHaveLength(3)
    expect(sent().at(-1)).toContain(vendor.secret)
    await t.request('POST', `/api/conversations/${id}/cancel`)
  })

  it('is the only one that gets it', async () => {
    t.model.script(vendor.answer)
    const id = await t.begin()
    await turnWithApproval(id)
    t.model.script({ text: 'Good day.' })
    await t.say(id, 'And you?', { model: 'other-model' })
    expect(sent().at(-1)).not.toContain(vendor.secret)
    await t.say(id, 'And now?')
    expect(sent().at(-1)).toContain(vendor.secret)
  })
})

it('nobody is shown it', async () => {
  const { secret, answer } = strictGemini(erase)
  t.model.script(answer)
  const id = await t.begin()
  await turnWithApproval(id)
  const path = `/api/conversations/${id}`
  const shown = await Promise.all([
    t.request('GET', `${path}/messages`),
    t.request('GET', `${path}/export?format=json&events=true`),
    t.request('GET', `${path}/export?format=md`),
    t.log(id),
  ])
  const text = JSON.stringify(shown)
  expect(text).toContain('call_0123456789')
  expect(text).not.toContain(secret)
  expect(text).not.toContain('provider_data')
})
