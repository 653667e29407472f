import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

/*
 * Clients have types made of the OpenAPI document. They can be read when every object that is more than a pair has a name there, when a name
 * stands for one shape, and when a stream names its events.
 */

type Json = Record<string, unknown>

let svc: TestKernel
let document: { paths: Record<string, Record<string, { operationId: string }>>; components: { schemas: Json } }

beforeAll(async () => {
  svc = await startTestKernel()
  document = (await svc.request<typeof document>('GET', '/api/openapi.json')).body
})
afterAll(() => svc.stop())

/** Keywords whose values are no schemas. */
const data = new Set(['const', 'default', 'enum', 'example', 'examples'])

/** Every object of a part of the document, and where it is. */
function* objectsIn(node: unknown, place: string): Generator<readonly [Json, string]> {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) yield [node as Json, place]
  const isMap = place.endsWith('/properties')
  for (const [name, inner] of Object.entries(node))
    if (isMap || !data.has(name)) yield* objectsIn(inner, `${place}/${name}`)
}

function* everyObject(): Generator<readonly [Json, string]> {
  yield* objectsIn(document.paths, '')
  for (const [name, schema] of Object.entries(document.components.schemas)) yield* objectsIn(schema, name)
}

it('has a name for every object of three and more fields', () => {
  const anonymous = [...everyObject()]
    .filter(([{ properties }]) => Object.keys((properties as object | undefined) ?? {}).length >= 3)
    .map(([, place]) => place)
    .filter(place => place.includes('/'))
  expect(anonymous, 'give the schema a title, such as `MemoryDocument`').toEqual([])
})

it('has one shape for a name', () => {
  const left = [...everyObject()].filter(
    ([{ title }]) => typeof title === 'string' && /^[A-Z][A-Za-z0-9]*$/.test(title),
  )
  expect(left, 'schemas of another shape have this title').toEqual([])
})

it('refers to every schema that it names', () => {
  const references = new Set([...everyObject()].map(([{ $ref }]) => $ref))
  const unused = Object.keys(document.components.schemas).filter(
    name => !references.has(`#/components/schemas/${name}`),
  )
  expect(unused).toEqual([])
})

it('names the events of every stream', () => {
  // Other paths have the streams of other APIs, and the probe is there to find proxies that hold streams back.
  const streams = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/') && path !== '/api/server/stream-probe')
    .flatMap(([, methods]) => Object.values(methods))
    .flatMap(operation =>
      [...objectsIn(operation, operation.operationId)].flatMap(([node, place]) => {
        const stream = node['text/event-stream'] as Json | undefined
        return stream ? [{ place, events: stream['x-svc-events'] as { $ref: string } | undefined }] : []
      }),
    )
  expect(streams.filter(({ events }) => !events).map(({ place }) => place)).toEqual([])
  const names = new Set(streams.map(({ events }) => events?.$ref.split('/').at(-1)))
  expect([...names].toSorted()).toEqual(['AgentAppRunEvent', 'ConversationEvent', 'PlaybookRunEvent', 'WorkspaceEvent'])
})

it('names the records and the requests of its modules', () => {
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining([
      ...['AgentApp', 'AgentAppRun', 'Analysis', 'ApiKey', 'Approval', 'Conversation', 'Dataset', 'FileRecord', 'Job'],
      ...['MemoryDocument', 'MemoryResult', 'Message', 'Note', 'QueryResult', 'Task', 'ToolManifest', 'Webhook'],
      ...['AddMemoryRequest', 'CreateTaskRequest', 'EnqueueJobRequest', 'SendMessageRequest', 'Problem'],
    ]),
  )
})
