import { afterEach, beforeEach, expect, it } from 'vitest'
import { path, startTestConversations } from '../../test/rooms/plugins/conversations.ts'
import type { TestConversations } from '../../test/rooms/plugins/conversations.ts'

let svc: TestConversations
beforeEach(async () => {
  svc = await startTestConversations({ SVC_CONVERSATIONS_TRANSCRIPTS_QUOTA_MB: '0.1' }, ['openai'])
})
afterEach(() => svc?.stop())

const asked = () => svc.provider.requests.filter(request => request.path === '/v1/chat/completions').length
const logOf = async (id: string) => (await svc.request('GET', `${path}/${id}/messages`)).body
const long = 'word '.repeat(8000)

it('a turn that does not fit is refused before the model is asked, nothing of it is kept, and deleting makes room', async () => {
  const [full, other] = [await svc.begin({ model: 'fake-model' }), await svc.begin({ model: 'fake-model' })]
  const first = await svc.say(full, long)
  const logBefore = await logOf(full)
  const before = asked()
  const refused = [
    await svc.say(full, long),
    await svc.say(other, long),
    await svc.say(other, long, { stream: true }),
    await svc.say(other, long, {}, { 'idempotency-key': 'once' }),
  ]
  expect([first.status, ...refused.map(({ status }) => status)]).toEqual([200, 413, 413, 413, 413])
  expect(refused[0]?.body).toMatchObject({
    code: 'payload_too_large',
    detail: expect.stringMatching(
      /^The workspace may hold 104857 bytes of conversations; it holds 8\d{4}, and 4\d{4} more do not fit\. .*SVC_CONVERSATIONS_TRANSCRIPTS_QUOTA_MB/,
    ) as string,
  })
  expect([asked(), await svc.messagesOf(other), await logOf(full)]).toEqual([before, [], logBefore])
  expect((await svc.request('GET', `${path}/${other}`)).body.status).toBe('idle')
  expect((await svc.say(other, 'Short.')).status).toBe(200)

  await svc.request('DELETE', `${path}/${full}`)
  expect((await svc.say(other, long, {}, { 'idempotency-key': 'once' })).status).toBe(200)
})

it('another answer and a conversation with long instructions need room too', async () => {
  const id = await svc.begin({ model: 'fake-model' })
  await svc.say(id, 'Hello')
  const begin = () => svc.request('POST', path, { body: { system: 'x'.repeat(40_000) } })
  const made = [await begin(), await begin(), await begin()]
  const fill = await svc.request('PATCH', `${path}/${made[1]?.body.id}`, { body: { system: 'x'.repeat(80_000) } })
  expect([...made, fill].map(({ status }) => status)).toEqual([201, 201, 413, 413])
  // The answer stands as a message and in the log. It is stored whole, though it fills the workspace.
  svc.provider.script({ text: 'y'.repeat(20_000) })
  await svc.say(id, 'Tell me all')
  const before = asked()
  const answers = [
    await svc.request('POST', `${path}/${id}/messages/${(await svc.messagesOf(id)).at(-1)?.id}/regenerate`, {
      body: {},
    }),
    await svc.say(id, 'Hello'),
  ]
  expect([...answers.map(({ status }) => status), asked()]).toEqual([413, 413, before])
})

it('a turn ends before its next step when results of tools have filled the workspace, with all that was said', async () => {
  const id = await svc.begin({ model: 'fake-model', tools: ['calculator'] })
  const call = { id: 'call_1', name: 'calculator', arguments: '{"expression": "6 * 7"}' }
  svc.provider.script({ text: 'z'.repeat(60_000), toolCalls: [call] }, { text: 'It is 42.' })
  const { status, body } = await svc.say(id, 'What is it?')
  expect([status, body.detail, asked()]).toEqual([
    413,
    expect.stringContaining('SVC_CONVERSATIONS_TRANSCRIPTS_QUOTA_MB'),
    1,
  ])
  const messages = await svc.messagesOf(id)
  expect(messages.map(({ role, content }) => [role, content.length > 0])).toEqual([
    ['user', true],
    ['assistant', true],
    ['tool', true],
    ['assistant', false],
  ])
})

it('an exchange that was passed through is answered, and kept only where it fits', async () => {
  const chat = (model: string, content: string) =>
    svc.request('POST', '/v1/chat/completions', { body: { model, store: true, messages: [{ role: 'user', content }] } })
  const titles = async () => {
    // What is to be kept is stored before a turn of such a client begins.
    await chat('agent', 'x'.repeat(110_000))
    const { body } = await svc.request('GET', path)
    return body.items.map(({ title }: { title: string }) => title)
  }
  const large = await chat('fake-model', `Large ${'x'.repeat(110_000)}`)
  expect([large.status, await titles()]).toEqual([200, []])
  const small = await chat('fake-model', 'Small')
  expect([small.status, await titles()]).toEqual([200, ['Small']])
  expect((await chat('agent', 'x'.repeat(110_000))).status).toBe(413)
})

it('a long history of a client that does not fit leaves nothing behind', async () => {
  const complete = (messages: { role: string; content: string }[]) =>
    svc.request('POST', '/v1/chat/completions', { body: { model: 'agent', messages } })
  const history = Array.from({ length: 2000 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `Message ${at} of a long history that goes on and on, and on, and on, and says nothing that is new`,
  }))
  expect((await complete([...history, { role: 'user', content: 'Well?' }])).status).toBe(413)
  expect((await svc.request('GET', path)).body.items).toEqual([])
  // All of its room is free again.
  expect((await complete([{ role: 'user', content: 'x'.repeat(45_000) }])).status).toBe(200)
})
