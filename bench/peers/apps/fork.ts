/** A forked Node a request: the simplest process isolation. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { fastify } from 'fastify'

const app = fastify({ forceCloseConnections: true })
const program = fileURLToPath(new URL('./fork-child.ts', import.meta.url))
app.get('/', () => ({ hello: 'world' }))
app.post('/run', async request => {
  const child = fork(program, { env: {} })
  const answer = once(child, 'message')
  child.send(request.body as object)
  const [message] = (await answer) as [object]
  child.kill('SIGKILL')
  return message
})
process.once('SIGTERM', () => void app.close())
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
