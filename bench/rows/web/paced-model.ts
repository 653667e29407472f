import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A provider that answers with `tokens` words of Markdown, so many a second. */
export async function startPacedModel(tokens: number, perSecond: number) {
  const server = createServer((request, answer) => {
    request.resume()
    if (request.method === 'GET') {
      answer
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ object: 'list', data: [{ id: 'paced', object: 'model' }] }))
      return
    }
    void write(answer)
  })
  const write = async (answer: import('node:http').ServerResponse): Promise<void> => {
    answer.writeHead(200, { 'content-type': 'text/event-stream' })
    const chunk = (delta: object, finish_reason: string | null): string =>
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'paced', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
    const started = performance.now()
    for (let token = 0; token < tokens && !answer.destroyed; token += 1) {
      answer.write(chunk({ content: wordAt(token) }, null))
      const ahead = ((token + 1) * 1000) / perSecond - (performance.now() - started)
      if (ahead > 0) await pause(ahead)
    }
    answer.end(`${chunk({}, 'stop')}data: [DONE]\n\n`)
  }
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

/** Paragraphs of bold words, lists and code, as models write. */
function wordAt(token: number): string {
  if (token % 150 === 149) return '\n\n```ts\nconst answer = 42\n```\n\n'
  if (token % 50 === 49) return '\n\n- '
  if (token % 25 === 24) return '.\n\n'
  return token % 10 === 0 ? `**word${token}** ` : `word${token} `
}
