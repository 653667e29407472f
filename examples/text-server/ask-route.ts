import type { RouteRegistrar } from '@svc/plugin'
import type { Models } from '@svc/plugin/contracts/models'

export function askRoute(app: RouteRegistrar, models: Models): void {
  app.route({
    method: 'POST',
    path: '/api/text-server/ask',
    operationId: 'askTextServer',
    summary: 'Ask, and read the answer as it comes',
    permission: 'text-server:ask',
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['question'],
      properties: { question: { type: 'string', minLength: 1, maxLength: 10_000 }, model: { type: 'string' } },
    },
    example: { body: { question: 'What is the sea?' } },
    responses: { 200: { description: 'The answer', schema: { type: 'string' }, contentType: 'text/plain' } },
    longRunning: true,
    idempotent: false,
    async handler({ body: { question, ...choice }, principal, signal }, reply) {
      const request = { ...choice, messages: [{ role: 'user' as const, content: question }], principal, signal }
      const events = models.stream(request)[Symbol.asyncIterator]()
      // Until the first piece is there, a failure is still answered with a status of its own.
      let next = await events.next()
      return reply.bytes({ contentType: 'text/plain; charset=utf-8' }, async sink => {
        for (; !next.done; next = await events.next()) {
          if (next.value.type === 'content' && !sink.write(next.value.delta)) await sink.drained()
        }
      })
    },
  })
}
