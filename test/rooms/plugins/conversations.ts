import { TestStream } from '../../support/event-stream.ts'
import { startFakeModelServer } from '../../support/servers/fake-model-server.ts'
import { startTestKernel } from '../kernel.ts'

export const path = '/api/conversations'

/** A server with conversations, a provider behind it, and ways to say and read something. */
export async function startTestConversations(env: Record<string, string> = {}, plugins: readonly string[] = []) {
  const provider = await startFakeModelServer()
  const svc = await startTestKernel({
    plugins: ['conversations', 'models', 'tools', 'developer', 'admin', ...plugins],
    env: { SVC_MODEL_BASE_URL: provider.baseUrl, SVC_MODEL_NAME: 'fake-model', ...env },
  })
  const { request } = svc

  async function say(id: string, message: string, more: Record<string, boolean | string> = {}, headers = {}) {
    return request('POST', `${path}/${id}/messages`, { body: { message, ...more }, headers })
  }

  const events = (id: string, query = '', headers = {}) =>
    TestStream.open(`${svc.url}${path}/${id}/events${query}`, { authorization: `Bearer ${svc.key}`, ...headers })

  return {
    ...svc,
    provider,
    say,
    events,
    /** A conversation with a title, so that no title is asked for; answered by what is built in unless `model` says otherwise. */
    async begin(body: Record<string, string | string[]> = {}): Promise<string> {
      const made = await request('POST', path, { body: { title: 'A talk', model: 'svc/offline', ...body } })
      return made.body.session_id
    },
    /** The ids of a turn's events, as the stream of its own request gives them. */
    async streamedIds(id: string, message: string, headers = {}): Promise<string[]> {
      const { body } = await say(id, message, { stream: true }, headers)
      return [...String(body).matchAll(/^id: (.*)$/gm)].map(match => match[1] ?? '')
    },
    async messagesOf(id: string) {
      const { body } = await request('GET', `${path}/${id}/messages`)
      return body.items as { id: string; role: string; content: string; branches: string[] }[]
    },
    /** A turn that has said one word and goes on until it is stopped; what will be answered to who asked. */
    async hangingTurn(id: string) {
      const delta = { index: 0, delta: { content: 'Well' }, finish_reason: null }
      provider.script({ rawChunks: [`data: ${JSON.stringify({ choices: [delta] })}\n\n`], ending: 'hang' })
      const answer = say(id, 'Go on for ever', { model: 'fake-model' })
      const log = await events(id)
      await log.until(event => event.event === 'content')
      await log.close()
      return { answer }
    },
    /** Another user, with a workspace of their own. */
    async stranger(): Promise<{ cookie: string }> {
      const user = { username: 'stranger', password: 'correct horse battery' }
      await request('POST', '/api/users', { body: { ...user, role: 'user' } })
      const login = await request('POST', '/api/auth/login', { body: user, as: 'none' })
      return { cookie: login.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
    },
    async stop() {
      await svc.stop()
      await provider.close()
    },
  }
}

export type TestConversations = Awaited<ReturnType<typeof startTestConversations>>
