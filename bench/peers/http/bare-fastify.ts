/** The limit: fastify alone, with the same body and answer. */
import { fastify } from 'fastify'

const app = fastify({ forceCloseConnections: true })
const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } as const

app.get('/', () => ({ hello: 'world' }))
app.post<{ Body: { text: string } }>(
  '/run',
  {
    schema: {
      body: text,
      response: { 200: { type: 'object', properties: { text: { type: 'string' }, length: { type: 'integer' } } } },
    },
  },
  request => ({
    text: request.body.text,
    length: request.body.text.length,
  }),
)
process.once('SIGTERM', () => void app.close())
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
