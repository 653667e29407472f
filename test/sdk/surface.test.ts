import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { SvcClient } from '@svc/sdk'
import type { OpenApiDocument } from '../../scripts/generate/open-api-document.ts'
import { readOpenApi } from '../../scripts/generate/sdk-types.ts'
import { repositoryRoot } from '../support/repository.ts'
import { composed, methodsOf, operationOf } from './recorded-operations.ts'

interface SurfaceMethod {
  module: string
  method: string
  operation_id: string
  kind: 'plain' | 'page' | 'stream' | 'bytes'
  /** The route, such as `GET /api/playbooks`, of an operation that the server does not have yet. */
  pending?: string
}

interface Surface {
  methods: SurfaceMethod[]
  left_out: { operation_id: string; reason: string }[]
}

const surface = JSON.parse(readFileSync(join(repositoryRoot, 'sdk/surface.json'), 'utf8')) as Surface
const methods = methodsOf(new SvcClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'svc_test' }))
const pending = surface.methods.flatMap(each => (each.pending === undefined ? [] : [{ ...each, route: each.pending }]))
const there = surface.methods.filter(each => each.pending === undefined)
const nameOf = ({ module, method }: { module: string; method: string }) => `${module}.${method}`

let document: OpenApiDocument
beforeAll(async () => {
  document = await readOpenApi()
})

describe('sdk/surface.json', () => {
  it('has each operation of the document, as a method or left out with a reason', () => {
    const operations = Object.values(document.paths).flatMap(each => Object.values(each))
    const calledByClients = operations.filter(each => !each['x-internal']).map(({ operationId }) => operationId)
    const named = [...there, ...surface.left_out].map(({ operation_id }) => operation_id)
    expect([...new Set(named)].toSorted()).toEqual(calledByClients.toSorted())
    expect(surface.left_out.filter(({ reason }) => reason === '')).toEqual([])
  })

  it('has each method of the client', () => {
    const known = methods.map(nameOf).filter(name => !composed.has(name))
    expect(surface.methods.map(nameOf).toSorted()).toEqual(known.toSorted())
  })

  it('says which operation each method calls', async () => {
    const whole = withPending(document)
    const called = await Promise.all(
      surface.methods.map(async each => [nameOf(each), await operationOf(each, whole)] as const),
    )
    expect(called).toEqual(surface.methods.map(each => [nameOf(each), each.operation_id]))
  })
  it('marks nothing as pending that the server has', () => {
    const operations = Object.values(document.paths).flatMap(each => Object.values(each))
    const ids = new Set(operations.map(({ operationId }) => operationId))
    const routes = new Set(
      Object.entries(document.paths).flatMap(([path, each]) => Object.keys(each).map(method => routeOf(method, path))),
    )
    const arrived = pending.filter(({ operation_id, route }) => {
      const [method = '', path = ''] = route.split(' ')
      return ids.has(operation_id) || routes.has(routeOf(method, path))
    })
    expect(arrived.map(nameOf), 'remove "pending" from these rows, and their types made by hand').toEqual([])
  })
})

/** Two routes are one whatever their parameters are called. */
function routeOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`
}

/** The document as it will be once the operations that are pending are there. */
function withPending(document: OpenApiDocument): OpenApiDocument {
  const paths = { ...document.paths }
  for (const { route, operation_id: operationId } of pending) {
    const [method = '', path = ''] = route.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: { operationId, responses: {} } }
  }
  return { ...document, paths }
}
