import { Type } from 'typebox'
import { expect, it } from 'vitest'
import type { JsonSchema, RouteDefinition } from '@svc/plugin'
import { startTestHttp } from '../../test/rooms/http.ts'
import { openApiDocument } from './open-api.ts'

const closed = { additionalProperties: false }
const shape = Type.Object({ id: Type.String(), state: Type.Enum(['open', 'closed']) }, closed)
const order = { ...shape, title: 'Order' }

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema> }
}
interface Operation {
  requestBody: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { content: Record<string, Record<string, unknown>> }>
}

function routeAt(name: string, given: Partial<RouteDefinition>): RouteDefinition {
  return {
    method: 'POST',
    path: `/api/${name}`,
    operationId: name,
    summary: name,
    permission: 'signed-in',
    responses: { 204: { description: 'done' } },
    handler: () => undefined,
    ...given,
  }
}

async function documentOf(routes: readonly RouteDefinition[]): Promise<Document & { conflicts: string[] }> {
  await using server = await startTestHttp(routes)
  const conflicts: string[] = []
  const document = openApiDocument(server.http.server, {
    onConflict: name => conflicts.push(name),
  }) as unknown as Document
  return { ...document, conflicts }
}

const answering = (schema: JsonSchema) => ({ 200: { description: 'done', schema } })
const answerOf = (document: Document, name: string) =>
  document.paths[`/api/${name}`]?.['post']?.responses['200']?.content['application/json']?.['schema']

it('has a schema with a name once, wherever it stands', async () => {
  const orders = Type.Object({ items: Type.Array(order), last: Type.Union([order, Type.Null()]) })
  const document = await documentOf([
    routeAt('one', { responses: answering(order), body: Type.Object({ order }, closed), example: { body: {} } }),
    routeAt('many', { responses: answering(orders) }),
  ])
  const ref = { $ref: '#/components/schemas/Order' }
  expect(document.components.schemas['Order']).toEqual({
    ...shape,
    properties: { id: { type: 'string' }, state: { type: 'string', enum: ['open', 'closed'] } },
  })
  expect(answerOf(document, 'one')).toEqual(ref)
  expect(answerOf(document, 'many')).toMatchObject({
    properties: { items: { items: ref }, last: { anyOf: [ref, { type: 'null' }] } },
  })
  expect(document.components.schemas['OneRequest']).toMatchObject({ properties: { order: ref } })
  expect(document.conflicts).toEqual([])
})

it('names what stands inside of what has a name', async () => {
  const receipt = Type.Object({ order, paid: Type.Boolean() }, { title: 'Receipt' })
  const { components } = await documentOf([routeAt('pay', { responses: answering(receipt) })])
  expect(Object.keys(components.schemas)).toEqual(['Order', 'Receipt', 'Problem'])
  expect(components.schemas['Receipt']).toMatchObject({ properties: { order: { $ref: '#/components/schemas/Order' } } })
})

it('says beside the reference what is said of one place alone', async () => {
  const described = { ...order, description: 'The order before' }
  const document = await documentOf([
    routeAt('a', { responses: answering(order) }),
    routeAt('b', { responses: answering(described) }),
  ])
  expect(answerOf(document, 'b')).toEqual({ $ref: '#/components/schemas/Order', description: 'The order before' })
})

it('leaves a second shape of a name where it is, and reports the name', async () => {
  const other = Type.Object({ total: Type.Number() }, { title: 'Order' })
  const document = await documentOf([
    routeAt('a', { responses: answering(order) }),
    routeAt('b', { responses: answering(other) }),
  ])
  expect(document.conflicts).toEqual(['Order'])
  expect(answerOf(document, 'a')).toEqual({ $ref: '#/components/schemas/Order' })
  expect(answerOf(document, 'b')).toMatchObject({ title: 'Order', properties: { total: { type: 'number' } } })
})

it('takes no title for a name that is for people, or the title of an example, or a field that is called so', async () => {
  const note = Type.Object({ title: Type.String({ default: 'Note' }), example: order }, { title: 'A note of mine' })
  const example = { title: 'Order', example: { id: 'a', state: 'open' } }
  const document = await documentOf([
    routeAt('note', { responses: { 200: { description: 'done', schema: note, example } } }),
  ])
  expect(Object.keys(document.components.schemas)).toEqual(['Order', 'Problem'])
  const content = document.paths['/api/note']?.['post']?.responses['200']?.content['application/json']
  expect(content?.['examples']).toEqual({ default: { value: example } })
  expect(answerOf(document, 'note')).toMatchObject({
    title: 'A note of mine',
    properties: { title: { default: 'Note' }, example: { $ref: '#/components/schemas/Order' } },
  })
})

it('is one shape for the sender and the reader, but for what has a default', async () => {
  const line = Type.Object({ text: Type.String(), tags: Type.Array(Type.String()) }, { ...closed, title: 'Line' })
  const page = Type.Object({ line, size: Type.Integer({ default: 1 }) }, closed)
  const document = await documentOf([
    routeAt('write', { body: page, responses: answering(line), example: { body: {} } }),
  ])
  expect(document.conflicts).toEqual([])
  expect(document.components.schemas['WriteRequest']).toMatchObject({
    required: ['line'],
    properties: { line: { $ref: '#/components/schemas/Line' } },
  })
})

it('names a request and a form by the operation, and a request that has a title by that', async () => {
  const body = Type.Object({ order }, closed)
  const form = { type: 'object', properties: { file: { type: 'string', format: 'binary' } } }
  const titled = Type.Object({ order }, { ...closed, title: 'NewReceipt' })
  const { paths } = await documentOf([
    routeAt('payOrder', { body, example: { body: {} }, upload: ['multipart'], idempotent: false, form }),
    routeAt('payLater', { body: titled, example: { body: {} } }),
  ])
  const sent = Object.values(paths).flatMap(path => Object.values(path['post']?.requestBody.content ?? {}))
  const names = sent.map(({ schema }) => String(schema['$ref']).split('/').at(-1))
  expect(names).toEqual(['NewReceipt', 'PayOrderRequest', 'PayOrderForm'])
})

it('names the events of a stream, a union by their type', async () => {
  const text = Type.Object({ type: Type.Literal('text'), delta: Type.String() }, { title: 'TextEvent' })
  const end = Type.Object({ type: Type.Enum(['done', 'failed']) }, { title: 'EndEvent' })
  const events = Type.Union([text, end], { title: 'OrderEvent' })
  const document = await documentOf([
    routeAt('follow', { responses: { 200: { description: 'done', contentType: 'text/event-stream', events } } }),
    routeAt('either', { responses: { 200: { description: 'done', otherTypes: ['text/event-stream'], events } } }),
  ])
  for (const name of ['follow', 'either']) {
    const content = document.paths[`/api/${name}`]?.['post']?.responses['200']?.content['text/event-stream']
    expect(content).toEqual({ schema: { type: 'string' }, 'x-svc-events': { $ref: '#/components/schemas/OrderEvent' } })
  }
  const mapping = Object.fromEntries(
    [
      ['text', 'TextEvent'],
      ['done', 'EndEvent'],
      ['failed', 'EndEvent'],
      ['error', 'StreamErrorEvent'],
    ].map(([type, name]) => [type, `#/components/schemas/${name}`]),
  )
  expect(document.components.schemas['OrderEvent']).toEqual({
    oneOf: ['TextEvent', 'EndEvent', 'StreamErrorEvent'].map(name => ({ $ref: `#/components/schemas/${name}` })),
    discriminator: { propertyName: 'type', mapping },
  })
})

it("names the events of a workspace's log after their types, and their data", async () => {
  const at = Type.Object({ place: Type.String() }, { title: 'Where it is now.' })
  const types = [{ type: 'order.left_house', title: 'It left.', data: at, audience: 'workspace', owner: 'x' }] as const
  const response = { description: 'done', contentType: 'text/event-stream', events: 'workspace' } as const
  await using server = await startTestHttp([routeAt('log', { responses: { 200: response } })])
  const { paths, components } = openApiDocument(server.http.server, { eventTypes: types }) as unknown as Document
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const content = paths['/api/log']?.['post']?.responses['200']?.content['text/event-stream']
  expect(content?.['x-svc-events']).toEqual(ref('WorkspaceEvent'))
  expect(components.schemas['WorkspaceEvent']).toMatchObject({
    oneOf: [ref('OrderLeftHouseEvent'), ref('GapEvent'), ref('StreamErrorEvent')],
  })
  expect(components.schemas['OrderLeftHouseEvent']).toMatchObject({
    description: 'It left.',
    properties: { type: { const: 'order.left_house' }, data: ref('OrderLeftHouseEventData') },
  })
  expect(components.schemas['OrderLeftHouseEventData']).toMatchObject({ required: ['place'] })
})
