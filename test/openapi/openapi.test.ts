import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { repositoryRoot } from '../support/repository.ts'
import { startFakeModelServer } from '../support/servers/fake-model-server.ts'
import { startFakeWebHost } from '../support/servers/fake-web-host.ts'
import { Client } from './client.ts'
import { Contract } from './contract.ts'
import type { Answer, OpenApi, Operation } from './contract.ts'
import { domainRequests } from './domains/all-domains.ts'
import * as fitting from './fitting-requests.ts'
import { Random } from './random.ts'
import { records, unique } from './records.ts'
import { generatedRequests, largeBody, otherBody, pathOf } from './requests.ts'
import type { Parts } from './requests.ts'

/*
 * Is the OpenAPI document true? Every operation is asked with requests that are made from the document, good ones and those that are wrong
 * in one thing; each answer must have a status, a type and a body that the document names, and what the document refuses must be refused.
 */

const seed = 20_260_131
/** Set to a part of an operation's name, such as `POST /api/jobs`, to ask that alone. */
const only = process.env['SVC_TEST_OPERATION'] ?? ''

const fittingRequests = { ...fitting.fittingRequests, ...domainRequests.fitting }
const neverFine: Record<string, string> = { ...fitting.neverFine, ...domainRequests.neverFine }
const costly = new Set([...fitting.costly, ...domainRequests.costly])

const isAsked = ({ name }: Operation): boolean => name.includes(only)

let svc: TestKernel
let client: Client
let contract: Contract
let makeRecord: ReturnType<typeof records>
const site = { url: '', model: '' }
const stack = new AsyncDisposableStack()

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-openapi-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  await cp(join(repositoryRoot, 'examples/reading-time'), join(folder, 'manifests/reading-time'), { recursive: true })
  await cp(join(repositoryRoot, 'manifests/csv-profile'), join(folder, 'manifests/csv-profile'), { recursive: true })
  await writeFile(join(folder, 'mcp.json'), '{"mcpServers": {"gone": {"url": "http://127.0.0.1:9/mcp"}}}')
  const model = await startFakeModelServer()
  stack.defer(() => model.close())
  const web = await startFakeWebHost((_request, response) => response.end('ok'))
  stack.defer(() => web.close())
  svc = await startTestKernel({
    manifests: join(folder, 'manifests'),
    env: {
      SVC_MODEL_BASE_URL: model.baseUrl,
      SVC_MODEL_NAME: 'fake-model',
      SVC_EGRESS_ALLOW: web.key,
      SVC_MCP_SERVERS_FILE: join(folder, 'mcp.json'),
      SVC_RATE_LIMIT_PER_MINUTE: '1000000',
      SVC_KEYS_PER_PERSON: '100000',
    },
  })
  stack.defer(() => svc.stop())
  Object.assign(site, { url: `http://${web.key}/hook`, model: model.baseUrl })
  makeRecord = { ...records(site.url, site.model), ...domainRequests.records }
  const narrow = await svc.request<{ key: string }>('POST', '/api/developer/keys', {
    body: { name: 'narrow', scopes: ['events:read'] },
  })
  client = stack.use(new Client(svc.url, { cookie: svc.owner.cookie, key: svc.key, narrow: narrow.body.key }))
  contract = new Contract(await client.made<OpenApi>('GET', '/api/openapi.json'))
  const sales = { name: 'Sales', format: 'csv', content: 'region,amount\nnorth,2210.5\nsouth,1907.25\n' }
  await client.made('POST', '/api/data/import', sales)
  const rows = Array.from({ length: 20 }, (_, row) => `${row + (row % 3)},${row % 2 ? 'VC' : 'OJ'}`).join('\n')
  await client.made('POST', '/api/stats/import', { name: 'ToothGrowth', format: 'csv', content: `len,supp\n${rows}\n` })
})
afterAll(() => stack.disposeAsync())

/** A request that should go well, on records of its own. */
async function goodRequest(operation: Operation): Promise<Parts> {
  const { method, name, path, parameters = [], requestBody, security } = operation
  const example = requestBody?.content['application/json']?.examples?.['default']?.value
  const given = (await fittingRequests[name]?.(client, site)) ?? (example === undefined ? {} : { body: example })
  const ids: Record<string, string> = { ...given.ids }
  for (const { 0: whole, 1: parameter = '', index } of path.matchAll(/\{(\w+)\}/g)) {
    const make = makeRecord[path.slice(0, index + whole.length)]
    if (!make) throw new Error(`No record is made for ${path.slice(0, index + whole.length)}: add it to records.ts`)
    ids[parameter] ??= await make(client, ids)
  }
  const needed = parameters.filter(({ in: place, required }) => place === 'query' && required)
  const query = Object.fromEntries(needed.map(({ name: field }) => [field, 'a']))
  const byKey = security?.length === 1 && 'api_key' in security[0]!
  return { as: byKey ? 'key' : 'session', ...given, method, ids, query: { ...query, ...given.query } }
}

type Check = (answer: Answer) => string[] | Promise<string[]>

/** What is wrong with the answer to a request: by the document, and by `check`. */
async function faultsOf(operation: Operation, what: string, parts: Parts, check: Check): Promise<string[]> {
  const said = (fault: string): string => `${operation.name} | ${what} | ${fault}`
  try {
    const answer = await client.send({ ...parts, path: pathOf(operation, parts) })
    const faults = [...contract.faultsOf(operation, answer), ...(await check(answer))]
    if (answer.status === 500) faults.push(`500: ${answer.text}`)
    return faults.map(said)
  } catch (error) {
    return [said(String(error))]
  }
}

const refusal =
  (refused: boolean): Check =>
  ({ status }) =>
    refused && status < 400 ? [`${status}, though the document refuses it`] : []

/** What a new record's address leads to. */
async function placeFaults({ status, headers: { location } }: Answer): Promise<string[]> {
  if (status !== 201) return []
  const url = String(location)
  if (!url.startsWith(svc.url)) return [`201 with the Location ${url}`]
  const reader = contract.readerOf(url)
  if (!reader) return [`201 with the Location ${url}, which no operation reads`]
  const read = await client.send({ method: 'GET', path: url.slice(svc.url.length) })
  return read.status === 200 ? [] : [`201 with the Location ${url}, which answers ${read.status}`]
}

it('has examples that fit the schemas beside them', () => {
  expect(contract.exampleFaults()).toEqual([])
})

/** Operations that went well once, with a key for their answer: their good request needs no second record. */
const askedWell = new Set<Operation>()

it('gives the answer to a request again that names the same Idempotency-Key', { timeout: 300_000 }, async () => {
  const faults: string[] = []
  for (const operation of contract.operations.filter(isAsked)) {
    const takesKey = operation.parameters?.some(({ name }) => name === 'Idempotency-Key')
    if (!takesKey || operation.name in neverFine) continue
    const good = await goodRequest(operation)
    const parts = { ...good, headers: { ...good.headers, 'idempotency-key': `key-${unique()}` } }
    let first: Answer | undefined
    const kept: Check = answer => placeFaults((first = answer))
    faults.push(...(await faultsOf(operation, 'a good request', parts, kept)))
    askedWell.add(operation)
    const compared: Check = ({ status, headers, text }) => [
      ...(headers['idempotency-replayed'] === 'true' ? [] : ['no Idempotency-Replayed']),
      ...(status === first?.status && text === first.text
        ? []
        : [`${status} ${text}, first ${first?.status} ${first?.text}`]),
      ...(headers['location'] === first?.headers['location'] ? [] : [`the Location ${String(headers['location'])}`]),
    ]
    faults.push(...(await faultsOf(operation, 'a repeated request', parts, compared)))
    const other = otherBody(operation, parts, contract)
    if (other === undefined) continue
    const mismatch: Check = ({ status, text }) =>
      status === 422 && text?.includes('idempotency_mismatch') ? [] : [`${status} ${text}`]
    faults.push(...(await faultsOf(operation, 'another body', { ...parts, body: other }, mismatch)))
  }
  expect(faults).toEqual([])
})

/** What each operation is asked with, changed in one thing. */
const bases = new Map<Operation, Parts>()

/** The same for every test that changes nothing by it. */
async function baseOf(operation: Operation): Promise<Parts> {
  const base = bases.get(operation) ?? (await goodRequest(operation))
  bases.set(operation, base)
  return base
}

/** Servers take no more than this of what is sent in one piece, whatever they are told. */
const beyondEveryLimit = 2 ** 42
/** What is sent whole, to see that it is counted. */
const mostSent = 4 * 1024 * 1024 + 1

it('refuses a body over the limit of its operation with a 413 that names the limit', { timeout: 300_000 }, async () => {
  const faults: string[] = []
  let sent = 0
  for (const operation of contract.operations.filter(isAsked)) {
    if (operation.method === 'GET') continue
    const good = await baseOf(operation)
    let limit = 0
    const named: Check = ({ status, text }) => {
      limit = Number(/limit of (\d+) bytes/.exec(text ?? '')?.[1] ?? 0)
      return status === 413 && limit > 0 ? [] : [`${status} ${text}`]
    }
    faults.push(
      ...(await faultsOf(operation, 'a large body', largeBody(operation, good, beyondEveryLimit, true), named)),
    )
    if (limit === 0 || limit > mostSent) continue
    sent += 1
    faults.push(
      ...(await faultsOf(operation, `a body without a length`, largeBody(operation, good, limit + 1, false), named)),
    )
  }
  expect(faults).toEqual([])
  expect(sent).toBeGreaterThan(0)
})

it('names every answer to requests that are made from it', { timeout: 600_000 }, async () => {
  const faults: string[] = []
  // All the good ones first: wrong passwords keep a person out for a minute.
  for (const operation of contract.operations.filter(isAsked)) {
    const base = await baseOf(operation)
    if (askedWell.has(operation)) continue
    // What was changed, ended or deleted is not good for another request.
    const good = operation.method === 'GET' ? base : await goodRequest(operation)
    faults.push(...(await faultsOf(operation, 'a good request', good, placeFaults)))
  }
  let count = 0
  for (const [place, [operation, base]] of [...bases].entries()) {
    const isCostly = costly.has(operation.name)
    const random = new Random(seed)
    for (const { what, refused, ...parts } of generatedRequests(operation, base, { contract, random, place })) {
      if (isCostly && !refused) continue
      count += 1
      faults.push(...(await faultsOf(operation, what, parts, refusal(refused))))
    }
  }
  console.log(`${count} requests from the seed ${seed}. Of the statuses that plugins declare these were not seen:`)
  console.log(unseen().join('\n'))
  expect(faults).toEqual([])
})

it('reaches every operation with a success, but for a few', () => {
  const missed = contract.operations
    .filter(isAsked)
    .filter(({ name }) => ![...(contract.seen.get(name) ?? [])].some(status => status < 300))
  const expected = contract.operations.filter(isAsked).filter(({ name }) => name in neverFine)
  expect(missed.map(({ name }) => name)).toEqual(expected.map(({ name }) => name))
})

/** The kernel answers them to every route of a kind; its own tests have them. */
const ofTheKernel = new Set(['415', '421', '429', '500', '503', '504', '507'])

function unseen(): string[] {
  return contract.operations.filter(isAsked).flatMap(({ name, responses }) => {
    const seen = contract.seen.get(name) ?? new Set()
    const missing = Object.keys(responses).filter(status => !seen.has(Number(status)) && !ofTheKernel.has(status))
    return missing.length > 0 ? [`${name}: ${missing.join(' ')}`] : []
  })
}
