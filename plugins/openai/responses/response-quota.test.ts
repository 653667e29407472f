import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import type { TestKernel } from '../../../test/rooms/kernel.ts'
import { startFakeModelServer } from '../../../test/support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../../../test/support/servers/fake-model-server.ts'

let models: FakeModelServer
let svc: TestKernel
beforeAll(async () => {
  models = await startFakeModelServer()
  svc = await startTestKernel({
    plugins: ['developer', 'models', 'tools', 'conversations', 'openai'],
    env: { SVC_MODEL_BASE_URL: models.baseUrl, SVC_V1_RESPONSES_QUOTA_MB: '0.1' },
  })
})
afterAll(async () => {
  await svc?.stop()
  await models?.close()
})

const ask = (more: Record<string, string | boolean>) =>
  svc.request('POST', '/v1/responses', { body: { model: 'fake-model', input: 'Hi', ...more } })
const asked = () => models.requests.filter(({ path }) => path === '/v1/chat/completions').length

it('a response that does not fit is refused before the model is asked, and deleting makes room', async () => {
  const instructions = 'x'.repeat(40_000)
  const stored = [await ask({ instructions }), await ask({ instructions })]
  const before = asked()
  const refused = await ask({ instructions })
  expect([...stored, refused].map(({ status }) => status)).toEqual([200, 200, 413])
  expect(refused.body.error.message).toMatch(/may hold 104857 bytes of responses; .*SVC_V1_RESPONSES_QUOTA_MB/)
  expect(asked()).toBe(before)
  expect((await ask({ instructions, store: false })).status).toBe(200)
  const { id, conversation } = stored[0]?.body ?? {}
  await svc.request('DELETE', `/api/conversations/${conversation.id}`)
  expect((await svc.request('GET', `/v1/responses/${id}`)).status).toBe(404)
  expect((await ask({ instructions })).status).toBe(200)
})

it('an answer that fills the room is answered and read whole all the same', async () => {
  models.script({ text: 'y'.repeat(100_000) })
  const answer = await ask({})
  const again = await svc.request('GET', `/v1/responses/${answer.body.id}`)
  expect([answer.status, again.body.output]).toEqual([200, answer.body.output])
  expect(answer.body.output[0].content[0].text).toHaveLength(100_000)
})

it('what a client names its user by is short', async () => {
  const long = await ask({ user: 'u'.repeat(513) })
  expect([long.status, long.body.error.param]).toEqual([400, 'user'])
  expect((await ask({ user: 'u'.repeat(512), store: false })).body.user).toBe('u'.repeat(512))
})
