import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'
import { withResolvedReferences } from '../support/resolved-references.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

/*
 * Who names a record of another domain needs the scope that reads it: an import of `file_id` answers the file's content. Every field of every
 * route and tool that ends in `_id` is either of the plugin itself, or a record that its plugin declares beside a permission, or stands below.
 */

interface Manifest {
  id: string
  routes?: string[]
  permissions?: { id: string; records?: string[] }[]
  tools?: { name: string; input: string }[]
}
type Schema = Record<string, unknown>
interface Operation {
  description: string
  responses: Record<string, unknown>
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema; examples?: { default: { value: unknown } } }> }
}

/** Ids that are no records of another plugin. */
const noRecords: Record<string, string> = {
  worker_id: 'a name that a worker gives itself',
  last_event_id: 'a place in the log of events, whose types have their own scopes',
  workspace_id: 'of the link of a worker, which acts for the whole installation',
  server_id: 'of a server, in routes of owners',
  last_job_id: 'of the link of a worker',
  user_id: 'a route of owners and admins',
  key_id: 'a route of owners and admins',
  request_id: 'of the link of a worker',
  logo_file_id: 'of the cover of an export, which asks for files:read where it reads the picture',
  response_id: 'of /v1, which looks for whose it is',
}

const manifests = globSync('plugins/*/plugin.json', { cwd: repositoryRoot }).map(file => {
  const manifest = JSON.parse(readFileSync(join(repositoryRoot, file), 'utf8')) as Manifest
  return { ...manifest, folder: join(repositoryRoot, file, '..') }
})
const records = manifests.flatMap(({ id: plugin, permissions = [] }) =>
  permissions.flatMap(({ id: scope, records: fields = [] }) => fields.map(field => ({ field, scope, plugin }))),
)
const routeScopes = manifests.flatMap(({ permissions = [] }) => permissions.map(({ id }) => id))

function* idsIn(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return
  if (Array.isArray(schema)) {
    for (const inner of schema) yield* idsIn(inner)
    return
  }
  const node = schema as Schema
  for (const name of Object.keys((node['properties'] as object | undefined) ?? {}))
    if (/(?:^|_)ids?$/.test(name) && name !== 'id') yield name
  for (const [keyword, inner] of Object.entries(node)) if (keyword !== 'examples') yield* idsIn(inner)
}

function ownerOf(path: string): string {
  const prefixes = manifests.flatMap(({ id, routes = [] }) => routes.map(prefix => ({ id, prefix })))
  const [closest] = prefixes
    .filter(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))
    .toSorted((a, b) => b.prefix.length - a.prefix.length)
  return closest?.id ?? 'kernel'
}

/** What the field of this plugin's input names: `own`, the scopes of another plugin's record, or null for what nobody declares. */
function scopesOf(plugin: string, field: string): string[] | 'own' | null {
  const declared = records.filter(record => record.field === field)
  if (declared.some(record => record.plugin === plugin)) return 'own'
  if (declared.length > 0) return declared.map(({ scope }) => scope)
  return field in noRecords ? 'own' : null
}

let server: TestKernel
let paths: Record<string, Record<string, Operation>>

beforeAll(async () => {
  server = await startTestKernel()
  type Document = { paths: typeof paths; components: { schemas: Record<string, Schema> } }
  paths = withResolvedReferences((await server.request<Document>('GET', '/api/openapi.json')).body).paths
})
afterAll(() => server.stop())

function operations() {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, description, responses }]) => {
      const inPath = parameters.filter(parameter => parameter.in === 'path' || parameter.in === 'query')
      const bodies = Object.entries(requestBody?.content ?? {})
      const fields = [
        ...inPath.map(({ name, in: place }) => ({ place, name })),
        ...bodies.flatMap(([type, { schema }]) =>
          [...new Set(idsIn(schema))].map(name => ({ place: type === 'application/json' ? 'body' : 'form', name })),
        ),
      ].filter(({ name }) => /_ids?$/.test(name))
      return { method: method.toUpperCase(), path, plugin: ownerOf(path), fields, bodies, description, responses }
    }),
  )
}

it('every id that a route takes is its own, or of a record that another plugin guards', () => {
  const unknown = operations().flatMap(({ method, path, plugin, fields }) =>
    fields
      .filter(({ name }) => scopesOf(plugin, name) === null)
      .map(({ place, name }) => `${method} ${path} ${place}/${name}`),
  )
  expect(unknown, 'declare it in `records` of the permission that reads it (plugin.json), or above').toEqual([])
})

it('every id that a tool takes is its own, or of a record that another plugin guards', () => {
  const unknown = manifests.flatMap(({ id, folder, tools = [] }) =>
    tools.flatMap(({ name, input }) =>
      [...idsIn(JSON.parse(readFileSync(join(folder, input), 'utf8')))]
        .filter(field => scopesOf(id, field) === null)
        .map(field => `${name} ${field}`),
    ),
  )
  expect(unknown).toEqual([])
})

const foreign = () =>
  operations().flatMap(({ fields, ...operation }) =>
    fields.flatMap(field => {
      const scopes = scopesOf(operation.plugin, field.name)
      return Array.isArray(scopes) ? [{ ...operation, ...field, scopes }] : []
    }),
  )

it('these routes take the id of another domain’s record', () => {
  const list = foreign().map(({ method, path, place, name, scopes }) => `${method} ${path} ${place}/${name}: ${scopes}`)
  expect(list.toSorted()).toEqual([
    'GET /api/stats/analyses query/dataset_id: data:read',
    'GET /api/stats/datasets/{dataset_id}/variables path/dataset_id: data:read',
    'POST /api/data/import body/file_id: files:read',
    'POST /api/ml/models/{name}/drift body/dataset_id: data:read',
    'POST /api/ml/models/{name}/predict body/dataset_id: data:read',
    'POST /api/ml/runs body/dataset_id: data:read',
    'POST /api/ml/runs body/job_id: jobs:read',
    'POST /api/ml/runs body/session_id: conversations:read',
    'POST /api/ml/train body/dataset_id: data:read',
    'POST /api/ml/train body/session_id: conversations:read',
    'POST /api/research/projects/{research_project_id}/claims body/analysis_id: stats:read',
    'POST /api/research/projects/{research_project_id}/claims body/dataset_id: data:read',
    'POST /api/research/projects/{research_project_id}/claims body/file_id: files:read',
    'POST /api/research/projects/{research_project_id}/claims body/note_id: workspace:read',
    'POST /api/research/projects/{research_project_id}/claims/{claim_id}/evidence body/analysis_id: stats:read',
    'POST /api/research/projects/{research_project_id}/claims/{claim_id}/evidence body/dataset_id: data:read',
    'POST /api/research/projects/{research_project_id}/claims/{claim_id}/evidence body/file_id: files:read',
    'POST /api/research/projects/{research_project_id}/claims/{claim_id}/evidence body/note_id: workspace:read',
    'POST /api/research/projects/{research_project_id}/reports/{report_id}/export body/certificate_id: export:read',
    'POST /api/research/projects/{research_project_id}/sources body/file_id: files:read',
    'POST /api/stats/analyze body/dataset_id: data:read',
    'POST /api/stats/import body/dataset_id: data:read',
    'POST /api/stats/import form/dataset_id: data:read',
  ])
})

it('the document says of each of them which scope it takes beside its own', () => {
  const unsaid = foreign().filter(
    ({ description, name, scopes, responses }) =>
      !('403' in responses && scopes.every(scope => description.includes(`With \`${name}\` also \`${scope}\``))),
  )
  expect(unsaid.map(({ method, path, name }) => `${method} ${path} ${name}`)).toEqual([])
})

async function keyWithout(scopes: readonly string[]): Promise<string> {
  const kept = routeScopes.filter(scope => !scopes.includes(scope))
  const made = await server.request<{ key: string }>('POST', '/api/developer/keys', {
    as: 'owner',
    body: { name: `without ${scopes.join()}`, scopes: kept },
  })
  expect(made.status).toBe(201)
  return made.body.key
}

/** Evidence of a claim has the fields of its type alone. */
const evidenceWith: Record<string, object> = {
  analysis_id: { type: 'analysis' },
  dataset_id: { type: 'dataset', version: 1 },
  file_id: { type: 'file' },
  note_id: { type: 'note', quote: 'what the note says' },
}

/** The body with another id, in the object in which the example has it. */
function withId(fields: object, name: string): object {
  const evidence = { ...evidenceWith[name], [name]: 'id_of_another' }
  if ('evidence' in fields) return { ...fields, evidence: [evidence] }
  if ('type' in fields && fields.type === 'quote') return evidence
  const inside = Object.entries(fields).find(([, value]) => typeof value === 'object' && value && name in value)
  if (!inside) return { ...fields, [name]: 'id_of_another' }
  return { ...fields, [inside[0]]: withId(inside[1] as object, name) }
}

it('each of them answers 403 that names the missing scope, however its body comes', async () => {
  const answers: unknown[] = []
  for (const { method, path, place, name, scopes, bodies } of foreign()) {
    const authorization = `Bearer ${await keyWithout(scopes)}`
    const example = bodies.find(([type]) => type === 'application/json')?.[1].examples?.default.value as object
    const { content: _content, ...fields } = { content: null, ...example }
    const form = new FormData()
    form.set(name, 'id_of_another')
    form.set('file', new Blob(['a\n1\n']), 'a.csv')
    const url = `${server.url}${path.replace(`{${name}}`, 'id_of_another')}${place === 'query' ? `?${name}=id` : ''}`
    const body = place === 'form' ? form : JSON.stringify(withId(fields, name))
    const type = place === 'body' ? { 'content-type': 'application/json' } : {}
    const init = { method, headers: { authorization, ...type }, ...(method !== 'GET' && { body }) }
    const answer = await fetch(url, init)
    const { detail } = (await answer.json()) as { detail: string }
    answers.push([method, path, answer.status, scopes.every(scope => detail.includes(`"${scope}"`))])
  }
  expect(answers).toEqual(foreign().map(({ method, path }) => [method, path, 403, true]))
})

it('reads no file into a dataset for a key that may not read files, and none where it may', async () => {
  const file = await server.request<{ file_id: string }>('PUT', '/api/files/content/secret.csv', {
    headers: { 'content-type': 'text/csv' },
    body: 'a,b\n1,2\n',
  })
  const [, id] = /"file_id":"([^"]+)"/.exec(JSON.stringify(file.body)) ?? []
  const importAs = async (scopes: string[]) => {
    const made = await server.request<{ key: string }>('POST', '/api/developer/keys', {
      as: 'owner',
      body: { name: scopes.join(), scopes },
    })
    const headers = { authorization: `Bearer ${made.body.key}` }
    return server.request<{ detail?: string }>('POST', '/api/data/import', {
      headers,
      body: { name: 'T', file_id: id ?? '', format: 'csv' },
    })
  }
  const [without, withIt] = [await importAs(['data:write']), await importAs(['data:write', 'files:read'])]
  expect([without.status, without.body.detail, withIt.status]).toEqual([
    403,
    '"file_id" names a record that takes the scope "files:read" to read, which these credentials do not have.',
    201,
  ])
})

it('a tool that takes the id of a dataset asks for the scope too', async () => {
  const made = await server.request<{ key: string }>('POST', '/api/developer/keys', {
    as: 'owner',
    body: { name: 'tools', scopes: ['tools:write', 'tools:read', 'stats:write', 'stats:read'] },
  })
  const answer = await server.request<{ detail: string }>('POST', '/api/tools/stats_descriptives/call', {
    headers: { authorization: `Bearer ${made.body.key}` },
    body: { arguments: { dataset_id: 'ds_1', variables: { variables: ['a'] } } },
  })
  expect([answer.status, answer.body.detail]).toEqual([403, expect.stringContaining('data:read')])
})
