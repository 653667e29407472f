import { createServer } from 'node:http'
import { listenLocally } from './local-server.ts'

/** A provider whose embedding models have the sizes that a test gives them, over OpenAI's wire format. */
export interface FakeEmbeddingServer {
  /** With `/v1`. */
  baseUrl: string
  /** Dimensions by model; a model that is not in it is 404. */
  models: Record<string, number>
  /** The texts of each request, with its model. */
  requests: { model: string; input: string[] }[]
  /** So many requests from now on are answered with 429. */
  busy: number
  /** Runs before each answer; what it throws is a 400. */
  before: (request: { model: string; input: string[] }) => Promise<void> | void
  /** What it answers for a text in place of its vector, if anything. */
  instead: (text: string, dimensions: number) => unknown
  close(): Promise<void>
}

/** Texts with a word in common have vectors that are near: one number a word, by its letters. */
function vectorOf(text: string, dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 0.001)
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    const place = [...word].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % dimensions
    vector[place] = (vector[place] ?? 0) + 1
  }
  return vector
}

export async function startFakeEmbeddingServer(models: Record<string, number>): Promise<FakeEmbeddingServer> {
  const server = createServer((request, response) => {
    const send = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const serve = async () => {
      if (request.method === 'GET') {
        const data = Object.keys(fake.models).map(id => ({ id, object: 'model', created: 1, owned_by: 'fake' }))
        return send(200, { object: 'list', data })
      }
      const asked = JSON.parse(Buffer.concat(await request.toArray()).toString()) as { model: string; input: string[] }
      fake.requests.push(asked)
      if (fake.busy > 0) {
        fake.busy -= 1
        response.setHeader('retry-after', '0')
        return send(429, { error: { message: 'too many requests' } })
      }
      await fake.before(asked)
      const dimensions = fake.models[asked.model]
      if (dimensions === undefined) return send(404, { error: { message: `no model ${asked.model}` } })
      const data = asked.input.map((text, index) => ({
        index,
        embedding: fake.instead(text, dimensions) ?? vectorOf(text, dimensions),
      }))
      return send(200, { object: 'list', data, model: asked.model, usage: { prompt_tokens: 1, total_tokens: 1 } })
    }
    serve().catch(() => send(400, { error: { message: 'this text is refused' } }))
  })
  const { url, close } = await listenLocally(server)
  const fake: FakeEmbeddingServer = {
    baseUrl: `${url}/v1`,
    models,
    requests: [],
    busy: 0,
    before: () => undefined,
    instead: () => undefined,
    close,
  }
  return fake
}
