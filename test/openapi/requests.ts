import { Readable } from 'node:stream'
import type { Contract, Operation, Parameter } from './contract.ts'
import type { Sent } from './client.ts'
import type { Random } from './random.ts'
import { changedMembers, fitting, variationsOf } from './schema-values.ts'
import type { Schema } from './schema-values.ts'

/** A request whose parts are still apart. */
export interface Parts extends Omit<Sent, 'path'> {
  ids: Record<string, string>
  query: Record<string, string>
}

export interface Generated extends Parts {
  what: string
  /** The document refuses it, so the server must. */
  refused: boolean
}

export function pathOf({ path }: Operation, { ids, query }: Pick<Parts, 'ids' | 'query'>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const id = ids[name] ?? 'none'
    return name === 'path' ? id.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(id)
  })
  const search = String(new URLSearchParams(query))
  return search === '' ? filled : `${filled}?${search}`
}

/** A server may wait as long as it is asked to; a test need not. */
const waits = new Set(['wait_seconds'])

const longestPart = 256

/** Pages, and routes in the manner of other APIs, take fields that they do not know. */
const isOwn = ({ path }: Operation): boolean => path.startsWith('/api/') && !/^\/api\/[23]\.0\/mlflow/.test(path)

/** What the kernel does with strange headers, ids and queries is the same for all operations: each is asked with some, and its neighbours with the others. */
const headersApart = 4
const partsApart = 3

/** Requests that are each unlike a good one in one thing; `place` is that of the operation among all. */
export function* generatedRequests(
  operation: Operation,
  good: Parts,
  { contract, random, place }: { contract: Pick<Contract, 'fits'>; random: Random; place: number },
): Generator<Generated> {
  yield* otherCallers(operation, good)
  yield* [...otherHeaders(operation, good)].filter((_, index) => (index + place) % headersApart === 0)
  yield* [...otherParts(operation, good, contract)].filter((_, index) => (index + place) % partsApart === 0)
  yield {
    ...good,
    what: 'query/unknown_field',
    query: { ...good.query, unknown_field: '1' },
    refused: isOwn(operation),
  }
  yield* otherBodies(operation, good, contract, random)
}

function* otherParts(operation: Operation, good: Parts, contract: Pick<Contract, 'fits'>): Generator<Generated> {
  for (const parameter of operation.parameters ?? []) {
    if (parameter.in === 'path') yield* otherIds(operation, parameter, good)
    if (parameter.in === 'query' && !waits.has(parameter.name)) yield* otherQueries(parameter, good, contract)
  }
}

function* otherCallers({ method, security }: Operation, good: Parts): Generator<Generated> {
  const isPublic = security?.length === 0
  const { cookie: _cookie, ...headers } = good.headers ?? {}
  yield { ...good, what: 'no credential', as: 'nobody', headers, refused: !isPublic }
  const wrong = { ...headers, authorization: 'Bearer svc_wrong' }
  yield { ...good, what: 'a wrong key', as: 'nobody', headers: wrong, refused: !isPublic }
  yield {
    ...good,
    what: 'the other kind of credential',
    as: good.as === 'key' ? 'session' : 'key',
    headers,
    refused: false,
  }
  yield { ...good, what: 'a key without the scope', as: 'narrow', headers, refused: false }
  const elsewhere = { ...good.headers, 'x-workspace-id': 'ws_01jzcq3m5n8v7x2k4w6y9a0b1c' }
  yield { ...good, what: 'a workspace of nobody', headers: elsewhere, refused: !isPublic }
  if (method !== 'GET' && good.as !== 'key')
    yield { ...good, what: 'another site', headers: { ...good.headers, origin: 'https://evil.example' }, refused: true }
}

function* otherHeaders({ method, requestBody }: Operation, good: Parts): Generator<Generated> {
  const with_ = (headers: Record<string, string>) => ({ ...good, headers: { ...good.headers, ...headers } })
  yield { ...with_({ host: 'evil.example' }), what: 'another host', refused: true }
  yield { ...with_({ 'if-none-match': '*' }), what: 'If-None-Match', refused: false }
  yield { ...with_({ 'if-match': '"stale"' }), what: 'If-Match', refused: false }
  yield { ...with_({ range: 'bytes=9999-' }), what: 'Range', refused: false }
  yield { ...with_({ accept: 'text/event-stream' }), what: 'Accept', refused: false }
  yield { ...with_({ 'last-event-id': 'none' }), what: 'Last-Event-ID', refused: false }
  if (method === 'GET') return
  yield { ...with_({ 'idempotency-key': 'not one word' }), what: 'a bad Idempotency-Key', refused: false }
  const takes = Object.keys(requestBody?.content ?? {})
  if (takes.includes('application/octet-stream')) return
  const isJson = takes.includes('application/json')
  const text = { ...good, headers: { ...good.headers, 'content-type': 'text/plain' }, body: 'text' }
  yield { ...text, what: 'a body of text', refused: true }
  const broken = { ...good, headers: { ...good.headers, 'content-type': 'application/json' }, body: '{"a":' }
  yield { ...broken, what: 'broken JSON', refused: isJson }
  yield { ...broken, what: 'a list', body: '[1]', refused: true }
  yield { ...broken, what: 'deep JSON', body: '['.repeat(200) + ']'.repeat(200), refused: true }
  if (isJson) {
    const { body: _body, ...without } = good
    yield { ...without, what: 'no body', refused: false }
    yield {
      ...broken,
      what: 'a form',
      headers: { ...good.headers, 'content-type': 'multipart/form-data' },
      body: 'x',
      refused: true,
    }
  }
}

/** A body that is said to be so large, of which only the beginning comes; or one without a length, which ends after so many bytes. */
export function largeBody({ requestBody }: Operation, good: Parts, bytes: number, isStated: boolean): Parts {
  const types = Object.keys(requestBody?.content ?? {})
  const [type = 'application/json'] = ['application/octet-stream', 'application/json', 'multipart/form-data'].filter(
    known => types.includes(known),
  )
  const length = isStated ? { 'content-length': String(bytes) } : undefined
  function* pieces(): Generator<Buffer> {
    for (let sent = 0; sent < bytes; sent += largePiece.length) yield largePiece.subarray(0, bytes - sent)
  }
  async function* beginning(): AsyncGenerator<Buffer> {
    yield largePiece
    await new Promise(() => undefined)
  }
  const body = Readable.from(isStated ? beginning() : pieces())
  return { ...good, headers: { 'content-type': `${type}; boundary=b`, ...good.headers, ...length }, body }
}

const largePiece = Buffer.alloc(64 * 1024, '[')

const strangeIds = ['none', 'a'.repeat(300), '..', 'nul\0', '漢字', "'; drop table"]

function* otherIds(operation: Operation, { name }: Parameter, good: Parts): Generator<Generated> {
  const real = good.ids[name] ?? ''
  // What is too long for a part of any path is refused before a route is found, so not in the manner of another API.
  const strangest = strangeIds.filter(id => isOwn(operation) || id.length <= longestPart)
  for (const strange of [real.replace(/.{4}$/, 'zzzz'), real.toUpperCase(), ...strangest])
    yield { ...good, what: `${name} ${strange.slice(0, 20)}`, ids: { ...good.ids, [name]: strange }, refused: false }
}

function* otherQueries(
  { name, required, schema }: Parameter,
  good: Parts,
  { fits }: Pick<Contract, 'fits'>,
): Generator<Generated> {
  const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
  const { fitting: fine, misfitting } = variationsOf(schema, fits)
  for (const value of [...fine, ...misfitting, '', '99999999999999999999', 'nul\0'])
    yield {
      ...good,
      what: `query/${name} ${asText(value).slice(0, 30)}`,
      query: { ...good.query, [name]: asText(value) },
      refused: false,
    }
  const { [name]: _left, ...rest } = good.query
  if (required) yield { ...good, what: `query/${name} missing`, query: rest, refused: true }
}

function* otherBodies(
  { requestBody }: Operation,
  good: Parts,
  { fits }: Pick<Contract, 'fits'>,
  random: Random,
): Generator<Generated> {
  const schema = requestBody?.content['application/json']?.schema
  if (schema === undefined) {
    if (requestBody === undefined && good.method !== 'GET')
      yield { ...good, what: 'a body where none is taken', body: { unknown_member: 1 }, refused: true }
    return
  }
  const base = isPlain(good.body) ? good.body : {}
  for (const kind of ['misfitting', 'fitting'] as const)
    for (const { at, value } of changedMembers(schema, base, kind, fits))
      if (!waits.has(at.split(/[/ ]/)[1] ?? ''))
        yield { ...good, what: `body${at}`, body: value, refused: !fits(schema, value) }
  for (let round = 0; round < 3; round += 1) {
    const value = { ...base, ...(fittingWithout(schema, random) as object) }
    yield {
      ...good,
      what: `body of round ${round} ${JSON.stringify(value).slice(0, 200)}`,
      body: value,
      refused: false,
    }
  }
}

/** A body that fits as well as the good one does; undefined: there is none. */
export function otherBody({ requestBody }: Operation, good: Parts, { fits }: Pick<Contract, 'fits'>): unknown {
  const schema = requestBody?.content['application/json']?.schema
  if (schema === undefined || !isPlain(good.body)) return undefined
  const { body } = good
  const others = [...changedMembers(schema, body, 'fitting', fits)]
    .map(({ value }) => value)
    .filter((value): value is object => fits(schema, value) && JSON.stringify(value) !== JSON.stringify(body))
  // A member that is added may have the value that it has when it is left out.
  return others.find(value => Object.keys(value).length === Object.keys(body).length) ?? others[0]
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

function fittingWithout(schema: Schema, random: Random): unknown {
  const value = fitting(schema, random)
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !waits.has(name)))
}
