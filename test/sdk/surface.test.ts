import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { SvcClient } from '@svc/sdk'
import type { OpenApiDocument } from '../../scripts/generate/open-api-document.ts'
import { readOpenApi } from '../../scripts/generate/sdk-types.ts'
import { repositoryRoot } from '../support/repository.ts'
import { composed, methodsOf, operationOf } from './recorded-operations.ts'

interface Surface {
  methods: { module: string; method: string; operation_id: string; kind: 'plain' | 'page' | 'stream' | 'bytes' }[]
  left_out: { operation_id: string; reason: string }[]
}

const surface = JSON.parse(readFileSync(join(repositoryRoot, 'sdk/surface.json'), 'utf8')) as Surface
const methods = methodsOf(new SvcClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'svc_test' }))
const nameOf = ({ module, method }: { module: string; method: string }) => `${module}.${method}`

let document: OpenApiDocument
beforeAll(async () => {
  document = await readOpenApi()
})

describe('sdk/surface.json', () => {
  it('has each operation of the document, as a method or left out with a reason', () => {
    const operations = Object.values(document.paths).flatMap(each => Object.values(each))
    const calledByClients = operations.filter(each => !each['x-internal']).map(({ operationId }) => operationId)
    const named = [...surface.methods, ...surface.left_out].map(({ operation_id }) => operation_id)
    expect([...new Set(named)].toSorted()).toEqual(calledByClients.toSorted())
    expect(surface.left_out.filter(({ reason }) => reason === '')).toEqual([])
  })

  it('has each method of the client', () => {
    const known = methods.map(nameOf).filter(name => !composed.has(name))
    expect(surface.methods.map(nameOf).toSorted()).toEqual(known.toSorted())
  })

  it('says which operation each method calls', async () => {
    const called = await Promise.all(
      surface.methods.map(async each => [nameOf(each), await operationOf(each, document)] as const),
    )
    expect(called).toEqual(surface.methods.map(each => [nameOf(each), each.operation_id]))
  })
})
