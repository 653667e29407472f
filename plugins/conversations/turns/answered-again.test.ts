import { expect, it, onTestFinished, vi } from 'vitest'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import { pieces } from '../../../test/rooms/plugins/turns.ts'
import { jsonAnswer, startAnsweringServer } from '../../../test/support/servers/fake-vendor-server.ts'

it('an answer is made again on the branch of its question, whatever branch is chosen meanwhile', async () => {
  const listed = Promise.withResolvers<void>()
  const provider = await startAnsweringServer(async ({ path }) => {
    if (path !== '/v1/models') return { chunks: [...pieces('Tea again.'), 'data: [DONE]\n\n'] }
    await listed.promise
    return jsonAnswer({ object: 'list', data: [{ id: 'fake-model', object: 'model' }] })
  })
  onTestFinished(provider.close)
  const svc = await startTestKernel({
    plugins: ['conversations', 'models', 'tools', 'developer'],
    env: { SVC_MODEL_BASE_URL: `${provider.url}/v1` },
  })
  onTestFinished(() => svc.stop())
  const created_at = '2026-01-31T12:00:00.000Z'
  const said = (key: string, parent: string | null, role: string) => ({ key, parent, role, content: key, created_at })
  const messages = [
    said('tea?', null, 'user'),
    said('Tea.', 'tea?', 'assistant'),
    said('coffee?', null, 'user'),
    said('Coffee.', 'coffee?', 'assistant'),
  ]
  const conversation = { key: 'c', title: 'Drinks', created_at, updated_at: created_at, messages }
  const imported = await svc.request('POST', '/api/conversations/import', {
    body: { source: 'elsewhere', conversations: [conversation] },
  })
  const path = `/api/conversations/${imported.body.items[0].session_id}/messages`
  const active = async () => (await svc.request('GET', path)).body.items as { id: string; content: string }[]
  const [coffee] = await active()
  const [tea = ''] = (await svc.request('GET', `${path}/${coffee?.id}`)).body.branches as string[]
  await svc.request('POST', `${path}/${tea}/activate`)
  const again = svc.request('POST', `${path}/${tea}/regenerate`, { body: {} })
  await vi.waitFor(() => expect(provider.requests).not.toEqual([]))
  await svc.request('POST', `${path}/${coffee?.id}/activate`)
  listed.resolve()
  expect((await again).status).toBe(200)
  expect((await active()).map(({ content }) => content)).toEqual(['tea?', 'Tea again.'])
})
