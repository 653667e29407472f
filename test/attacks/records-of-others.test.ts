import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '@svc/plugin'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel, TestRequest } from '../rooms/kernel.ts'
import { hasProgram, OpensslFolder } from '../support/signing/openssl.ts'
import { withResolvedReferences } from '../support/resolved-references.ts'

// Every route of research and export, by its place in the OpenAPI document, with the ids of records that the caller has no part in.

interface Operation {
  requestBody?: { content: Record<string, { examples?: { default: { value: JsonObject } } }> }
}

const canMake = hasProgram('openssl', 'version')
const text = 'Those who had slept recalled 42 of 50 word pairs after a nap.'
const quote = 'recalled 42 of 50 word pairs'

let svc: TestKernel
let operations: { method: string; path: string; example: JsonObject | undefined }[]
let ids: Record<string, string>
/** The owner in a workspace of their own that has nothing in common with these records. */
let elsewhere: TestRequest
let member: TestRequest

const own = async (method: string, path: string, body?: JsonValue, as: TestRequest = {}) =>
  svc.request(method, path, body === undefined ? as : { ...as, body })
/** What it answers must be there: a walk with ids that nothing has would prove nothing. */
async function made(path: string, body: JsonValue, as: TestRequest = {}) {
  const answer = await own('POST', path, body, as)
  expect([path, answer.status], JSON.stringify(answer.body)).toEqual([path, 201])
  return answer.body
}

async function records(as: TestRequest = {}): Promise<Record<string, string>> {
  const { note_id } = await made('/api/workspace/notes', { title: 'N', body: text }, as)
  const { research_project_id } = await made('/api/research/projects', { title: 'Naps' }, as)
  const p = `/api/research/projects/${research_project_id as string}`
  const { items } = await made(`${p}/sources`, { text, title: 'Naps and recall', key: 'ada2024' }, as)
  const evidence = [{ type: 'quote', source_id: items[0].source_id, quote }]
  const claim = await made(`${p}/claims`, { text: 'Naps help.', evidence }, as)
  const { report_id } = await made(
    `${p}/reports`,
    { title: 'R', body: `So [[claim:${claim.claim_id}]] [@ada2024].` },
    as,
  )
  const { link_id } = await made(`${p}/links`, { type: 'note', id: note_id }, as)
  const order = { items: [{ type: 'report', id: report_id }], format: 'pdf', sign: { pdf: true, manifest: true } }
  const exported = await own('POST', '/api/export', order, as)
  expect(exported.status).toBe(200)
  return {
    research_project_id,
    source_id: items[0].source_id,
    claim_id: claim.claim_id,
    evidence_id: claim.evidence[0].evidence_id,
    report_id,
    link_id,
    note_id,
    export_id: exported.headers.get('x-export-id') ?? '',
    version: '1',
  }
}

/** Of the workspace alone: that of the instance signs for everybody. */
async function uploadedCertificate(): Promise<string> {
  const openssl = new OpensslFolder()
  openssl.certificate('Ada', 'ec:P-256')
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(openssl.pkcs12('Ada', 'engine'))]), 'Ada.p12')
  body.set('password', 'engine')
  openssl.remove()
  const headers = { cookie: svc.owner.cookie, origin: svc.url }
  const answer = await fetch(`${svc.url}/api/export/certificates`, { method: 'POST', headers, body })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { certificate_id: string }).certificate_id
}

beforeAll(async () => {
  if (!canMake) return
  svc = await startTestKernel({ plugins: ['admin', 'developer', 'export', 'files', 'research', 'workspace'] })
  type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: JsonObject } }
  const { paths } = withResolvedReferences((await svc.request<Document>('GET', '/api/openapi.json')).body)
  operations = Object.entries(paths)
    .filter(([path]) => /^\/api\/(?:research|export)\b/.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { requestBody }]) => ({
        method: method.toUpperCase(),
        path,
        example: requestBody?.content['application/json']?.examples?.default.value,
      })),
    )
  ids = { ...(await records()), certificate_id: await uploadedCertificate() }
  const second = await made('/api/workspaces', { name: 'Second' }, { as: 'owner' })
  elsewhere = { as: 'owner', headers: { 'x-workspace-id': second.id } }
  const person = { username: 'member', password: 'correct horse staple' }
  await made('/api/users', { ...person, role: 'user' }, { as: 'owner' })
  const workspace = (await own('GET', '/api/auth/me')).body.workspace.id as string
  await made(`/api/workspaces/${workspace}/members`, { username: 'member' }, { as: 'owner' })
  const { headers } = await own('POST', '/api/auth/login', person, { as: 'none' })
  const cookie = headers.getSetCookie().map(line => line.split(';')[0])
  member = { as: 'none', headers: { cookie: cookie.join('; '), origin: svc.url, 'x-workspace-id': workspace } }
}, 120_000)
afterAll(() => svc?.stop())

/** All that these records show. */
async function everything(): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const { method, path } of operations) {
    // What is public, an admin's alone, or of no record, does not belong to them.
    if (method !== 'GET' || /styles|keys|certificates|types/.test(path)) continue
    const { status, body } = await own('GET', filled(path, ids))
    answers.push([path, status, body])
  }
  return answers
}

function filled(path: string, by: Record<string, string>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => by[name] ?? `no_${name}`)
}

/** As the owner of the project would send it. */
function bodyOf(example: JsonObject | undefined): JsonObject {
  return { ...example, ...(example !== undefined && 'confirm' in example && { confirm: 'Naps' }) }
}

/** What each route with the id of a record answers. */
async function walk(by: Record<string, string>, as: TestRequest): Promise<string[]> {
  const answers: string[] = []
  for (const { method, path, example } of operations) {
    if (!path.includes('{') || /styles/.test(path)) continue
    const headers = { ...as.headers, ...(method === 'PUT' && { 'if-match': '*' }) }
    const body = method === 'GET' || example === undefined ? undefined : bodyOf(example)
    const answer = await own(method, filled(path, by), body, { ...as, headers })
    answers.push(`${method} ${path} ${answer.status}`)
  }
  return answers
}

const routes = () =>
  operations
    .filter(({ path }) => path.includes('{') && !/styles/.test(path))
    .map(({ method, path }) => `${method} ${path}`)

describe.skipIf(!canMake)('Records of another workspace', () => {
  it('are found by no route of research and export, and stay as they are', async () => {
    const before = await everything()
    expect(routes().length).toBeGreaterThan(35)
    expect(await walk(ids, elsewhere)).toEqual(routes().map(route => `${route} 404`))
    expect(await everything()).toEqual(before)
  })

  it('are not reached through a project of one’s own either', async () => {
    const before = await everything()
    const mine = await records(elsewhere)
    const { research_project_id } = mine
    const nested = await walk({ ...ids, research_project_id: research_project_id! }, elsewhere)
    const reached = nested.filter(answer => /_id\}.*\{/.test(answer) && !answer.endsWith(' 404'))
    expect(reached).toEqual([])
    expect(await everything()).toEqual(before)
  })

  it('are named in no body', async () => {
    const before = await everything()
    const mine = await records(elsewhere)
    const p = `/api/research/projects/${mine['research_project_id']!}`
    const claim = (evidence: JsonObject) => ({ text: 'Naps help.', evidence: [evidence] })
    const markdown = { type: 'markdown', content: 'x' }
    const bodies: [string, JsonObject][] = [
      [`${p}/claims`, claim({ type: 'quote', source_id: ids['source_id']!, quote })],
      [`${p}/claims`, claim({ type: 'note', note_id: ids['note_id']!, quote })],
      [`${p}/links`, { type: 'note', id: ids['note_id']! }],
      [`${p}/verify`, { claim_ids: [ids['claim_id']!] }],
      ['/api/research/cite', { research_project_id: ids['research_project_id']!, keys: ['ada2024'] }],
      ['/api/export', { items: [{ type: 'report', id: ids['report_id']! }], format: 'md' }],
      ['/api/export', { items: [{ type: 'note', id: ids['note_id']! }], format: 'md' }],
      [
        '/api/export',
        { items: [markdown], format: 'pdf', sign: { pdf: true, certificate_id: ids['certificate_id']! } },
      ],
    ]
    const answers: number[] = []
    for (const [path, body] of bodies) answers.push((await own('POST', path, body, elsewhere)).status)
    expect(answers).toEqual(bodies.map(() => 404))
    expect(await everything()).toEqual(before)
  })
})

describe.skipIf(!canMake)('A member of the same workspace', () => {
  it('works with its projects and exports, and has no part in its certificates, keys and styles', async () => {
    const read = operations.filter(({ method, path }) => method === 'GET' && !/styles|keys|types/.test(path))
    const answers = await Promise.all(
      read.map(async ({ path }) => [path, (await own('GET', filled(path, ids), undefined, member)).status]),
    )
    expect(answers).toEqual(read.map(({ path }) => [path, path.includes('certificates') ? 403 : 200]))
    const certificate = `/api/export/certificates/${ids['certificate_id']!}`
    const refused = [
      await own('PATCH', certificate, { active: true }, member),
      await own('DELETE', certificate, undefined, member),
      await own('POST', '/api/export/keys/rotate', undefined, member),
      await own('DELETE', '/api/research/styles/house', undefined, member),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    const written = await own(
      'POST',
      `/api/research/projects/${ids['research_project_id']!}/claims`,
      { text: 'So.' },
      member,
    )
    expect(written.status).toBe(201)
  })
})
