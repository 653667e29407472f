import { globSync } from 'node:fs'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { JsonObject } from '@svc/plugin'
import { ManifestsFolder } from './agent-apps-support.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

const january = 'shop;sold;day\nnorth;2210,5;2026-01-01\nsouth;1907,25;2026-01-02\neast;10;2026-01-03\n'
const february = 'shop;sold;day\nnorth;2210,5;2026-01-01\nsouth;1908;2026-01-02\nwest;12,5;2026-02-03\n'
const totals = 'SELECT shop, sum(sold) AS total FROM shop_sales GROUP BY shop ORDER BY shop'

let apps: ManifestsFolder
let svc: TestKernel
let elsewhere: Record<string, string>
beforeAll(async () => {
  apps = await ManifestsFolder.create()
  const body = `const { data } = ctx.client
    const made = await data.import({ name: 'Points', format: 'csv', content: 'x,y\\n1,2\\n3,4\\n' }).catch(error => error.code)
    const { items } = await data.list({ search: 'points' })
    const { columns, rows } = await data.query('SELECT x * ? AS scaled FROM points ORDER BY x', { params: [10] })
    return { table: made.table ?? made, found: items.map(item => item.name), columns, rows }`
  await apps.drop('plotter', body, { permissions: { datasets: 'write' } })
  await apps.drop('reader', body, { permissions: { datasets: 'read' } })
  svc = await startTestKernel({
    plugins: ['data', 'developer', 'files', 'admin', 'agent-apps', 'sandbox', 'tools'],
    manifests: apps.path,
    env: { SVC_DATA_UPLOAD_MAX_MB: '1' },
  })
  const made = await svc.request('POST', '/api/workspaces', { as: 'owner', body: { name: 'Elsewhere' } })
  elsewhere = { 'x-workspace-id': made.body.id }
})
afterAll(async () => {
  await svc?.stop()
  await apps?.delete()
})

const get = (path: string) => svc.request('GET', `/api/data${path}`)
const post = (path: string, body: JsonObject) => svc.request('POST', `/api/data${path}`, { body })

/** A form as a browser sends it. */
async function upload(fields: Record<string, string | File>, headers: Record<string, string> = {}) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const answer = await fetch(`${svc.url}/api/data/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${svc.key}`, ...headers },
    body,
  })
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any }
}

const csv = (text: string, name = 'Shop sales.csv') => new File([text], name)

/** Files that the workspace's analytics folder holds. */
const files = (): string[] => globSync('data_plane/*/{datasets,staging}/*/*', { cwd: svc.home })

it('a table goes in, changes, is compared, asked, exported, proven and deleted', async () => {
  const { status, headers, body: first } = await upload({ file: csv(january), key: 'shop', tags: 'till,2026' })
  expect([status, headers.get('location')]).toEqual([201, `${svc.url}/api/data/datasets/${first.dataset_id}`])
  expect(first).toMatchObject({
    name: 'Shop sales',
    table: 'shop_sales',
    version: 1,
    rows: 3,
    columns: [
      { name: 'shop', type: 'VARCHAR' },
      { name: 'sold', type: 'DOUBLE' },
      { name: 'day', type: 'DATE' },
    ],
    warnings: [],
    rejected: { count: 0, sample: [] },
    reading: { format: 'csv', delimiter: ';', decimal_separator: ',', header: true },
    created_by: { username: 'owner' },
  })
  const one = `/datasets/${first.dataset_id}`

  const asked = await post('/query', { sql: totals })
  const { receipt } = asked.body
  expect(asked.body).toMatchObject({
    columns: [
      { name: 'shop', type: 'VARCHAR' },
      { name: 'total', type: 'DOUBLE' },
    ],
    rows: [
      ['east', 10],
      ['north', 2210.5],
      ['south', 1907.25],
    ],
    row_count: 3,
    truncated: false,
    receipt: {
      sql: totals,
      tables: [{ table: 'shop_sales', dataset_id: first.dataset_id, version: 1, sha256: first.sha256 }],
    },
  })

  // A job this time, from a file of the workspace.
  const stored = await svc.request('POST', '/api/files/text', { body: { path: 'in/feb.csv', text: february } })
  const queued = await post('/import', { file_id: stored.body.file_id, dataset_id: first.dataset_id, mode: 'job' })
  expect(queued.status).toBe(202)
  const job = await vi.waitFor(async () => {
    const { body } = await svc.request('GET', `/api/jobs/${queued.body.job_id}`)
    expect(body.state).toBe('succeeded')
    return body
  }, 20_000)
  expect(job.result).toMatchObject({
    version: 2,
    table: 'shop_sales',
    schema_changes: { added: [], removed: [], changed: [] },
    origin: { kind: 'import', detail: { file_id: stored.body.file_id, filename: 'feb.csv' } },
  })

  const diff = await get(`${one}/diff?from=1&to=2`)
  expect(diff.body).toMatchObject({
    key: ['shop'],
    added: 1,
    removed: 1,
    changed: 1,
    schema: { added: [], removed: [] },
  })
  expect(diff.body.sample.changed).toEqual([
    {
      key: { shop: 'south' },
      from: expect.objectContaining({ sold: 1907.25 }),
      to: expect.objectContaining({ sold: 1908 }),
    },
  ])

  const byContent = await get(`${one}/diff?from=1&to=2&key=`)
  expect(byContent.body).toMatchObject({ key: null, added: 2, removed: 2, changed: 0 })
  expect((await get(`${one}/diff?from=1&to=2&key=shoppe`)).body.detail).toContain('"shoppe"')

  const restored = await post(`${one}/restore`, { version: 1 })
  expect([restored.status, restored.body.version, restored.body.sha256]).toEqual([201, 3, first.sha256])
  const older = await post('/query', { sql: 'SELECT count(*) FROM "SHOP_SALES@2" WHERE shop = ?', params: ['west'] })
  expect(older.body.rows).toEqual([[1]])
  const listed = (await get(`${one}/versions?limit=2`)).body
  expect(listed.items.map(({ version, origin }: JsonObject) => [version, (origin as JsonObject)['kind']])).toEqual([
    [3, 'restore'],
    [2, 'import'],
  ])
  const rest = (await get(`${one}/versions?limit=2&cursor=${listed.next_cursor}`)).body
  expect(rest.items.map(({ version }: JsonObject) => version)).toEqual([1])

  const profile = (await get(`${one}/profile?version=2`)).body
  expect(profile).toMatchObject({ version: 2, rows: 3, columns: [{ name: 'shop', distinct: 3, missing: 0 }, {}, {}] })
  const preview = (await get(`${one}/preview?version=2&limit=1&offset=1`)).body
  expect(preview).toMatchObject({ version: 2, total: 3, rows: [['south', 1908, '2026-01-02']] })

  // Newer versions came: the receipt is of the one that it names.
  const verify = (changed: JsonObject) => post('/receipts/verify', { receipt: { ...receipt, ...changed } })
  expect((await verify({})).body).toEqual({ valid: true })
  const lied = await verify({ result: { ...receipt.result, floats: [{ column: 'total', sum: 1, scale: 1 }] } })
  expect(lied.body).toEqual({ valid: false, reason: expect.stringContaining('floating-point numbers') })
  const [read] = receipt.tables
  const twisted = [
    await verify({ tables: [read, { ...read, table: 'unread' }] }),
    await verify({ tables: [read, read] }),
    await verify({ tables: [{ ...read, table: 'shop_sales@7' }] }),
  ]
  expect(twisted.map(({ body }) => body.reason)).toEqual([
    'The statement does not read unread, which the receipt names.',
    'The receipt names shop_sales twice.',
    'The receipt says that shop_sales@7 is version 1.',
  ])
  expect((await post('/receipts/verify', { receipt: { sql: 'SELECT 1' } })).status).toBe(400)

  const exported = await fetch(`${svc.url}/api/data/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${svc.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ dataset_id: first.dataset_id, version: 1, format: 'parquet' }),
  })
  const bytes = Buffer.from(await exported.arrayBuffer())
  expect([exported.headers.get('content-disposition'), exported.headers.get('content-length')]).toEqual([
    'attachment; filename="Shop sales@1.parquet"',
    String(bytes.byteLength),
  ])
  expect(bytes.subarray(0, 4).toString()).toBe('PAR1')
  await vi.waitFor(() => expect(files().filter(file => file.includes('staging'))).toEqual([]))

  expect((await svc.request('DELETE', `/api/data${one}`, { body: { confirm: 'shop_sales' } })).status).toBe(400)
  expect((await svc.request('DELETE', `/api/data${one}`, { body: { confirm: 'Shop sales' } })).status).toBe(204)
  expect([(await get(one)).status, (await post('/query', { sql: totals })).body.code, files()]).toEqual([
    404,
    'sql_forbidden',
    [],
  ])
  expect((await verify({})).body).toEqual({
    valid: false,
    reason: expect.stringContaining('no version 1 of shop_sales'),
  })
  const { items } = (await svc.request('GET', '/api/admin/audit?limit=20', { as: 'owner' })).body
  expect(items.map(({ action }: JsonObject) => action)).toEqual(
    expect.arrayContaining(['dataset.deleted', 'data.exported']),
  )
})

it('an import with an Idempotency-Key happens once, and the key is for that import alone', async () => {
  const key = { 'idempotency-key': 'once' }
  const made = await upload({ file: csv('a,b\n1,2\n'), name: 'Once' }, key)
  const again = await upload({ file: csv('a,b\n1,2\n'), name: 'Once' }, key)
  expect([again.status, again.headers.get('idempotency-replayed'), again.body]).toEqual([201, 'true', made.body])
  const other = await upload({ file: csv('a,b\n1,3\n'), name: 'Once' }, key)
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch'])
  expect((await get('/catalog?search=once')).body.items).toHaveLength(1)
})

it('another workspace sees none of it', async () => {
  const [once] = (await get('/catalog?search=once')).body.items
  const one = `/datasets/${once.dataset_id}`
  const there = (method: string, path: string, body?: JsonObject) =>
    svc.request(method, `/api/data${path}`, { as: 'owner', headers: elsewhere, ...(body && { body }) })
  const answers = [
    await there('GET', one),
    await there('GET', `${one}/versions`),
    await there('GET', `${one}/preview`),
    await there('GET', `${one}/profile`),
    await there('DELETE', one, { confirm: 'Once' }),
    await there('POST', `${one}/restore`, { version: 1 }),
    await there('POST', '/export', { dataset_id: once.dataset_id, format: 'csv' }),
    await there('POST', '/import', { dataset_id: once.dataset_id, format: 'csv', content: 'a\n2\n' }),
    await there('POST', '/query', { sql: `SELECT * FROM ${once.dataset_id}` }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404, 404, 422])
  expect((await there('GET', '/catalog')).body.items).toEqual([])
})

it('what cannot be taken leaves a sentence and nothing else', async () => {
  const before = files()
  const answers = [
    await upload({ nmae: 'x', file: csv('a\n1\n') }),
    await upload({ name: 'x' }),
    await upload({ header: 'perhaps', format: 'pdf', file: csv('a\n1\n') }),
    await upload({ dataset_id: 'ds_none', file: csv('a\n1\n') }),
    await upload({ file: csv('a\n1\n'), key: 'b' }),
    await upload({ mode: 'job', file: csv('x'.repeat(1024 * 1024 + 1)) }),
    await post('/import', { name: 'x', format: 'csv' }),
    await post('/import', { file_id: 'file_none' }),
  ]
  expect(answers.map(({ status, body }) => [status, body.detail])).toEqual([
    [400, expect.stringContaining('nmae is not a field of an import')],
    [400, expect.stringContaining('file is missing')],
    [400, expect.stringContaining('header must be true or false')],
    [404, 'There is no such dataset.'],
    [422, expect.stringContaining('"b"')],
    [413, expect.stringContaining('limit of 1048576 bytes')],
    [400, expect.stringContaining('"content" or "file_id"')],
    [404, expect.any(String)],
  ])
  expect(answers[2]?.body.errors).toHaveLength(2)
  await vi.waitFor(() => expect(files()).toEqual(before))
})

it('a client that leaves in the midst of its upload leaves no file and no row', async () => {
  const before = [files(), (await get('/catalog')).body.items.length]
  const leaving = new AbortController()
  const started = Promise.withResolvers<void>()
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(
        new TextEncoder().encode(
          '--b\r\ncontent-disposition: form-data; name="mode"\r\n\r\njob\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\n1,2\n',
        ),
      )
      started.resolve()
    },
  })
  const sent = fetch(`${svc.url}/api/data/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${svc.key}`, 'content-type': 'multipart/form-data; boundary=b' },
    body,
    duplex: 'half',
    signal: leaving.signal,
  } as RequestInit)
  await started.promise
  await vi.waitFor(() => expect(globSync('data_plane/*/staging/*', { cwd: svc.home })).not.toEqual([]))
  leaving.abort()
  await expect(sent).rejects.toThrow()
  await vi.waitFor(() => expect(globSync('data_plane/*/staging/*', { cwd: svc.home })).toEqual([]), { timeout: 5000 })
  expect([files(), (await get('/catalog')).body.items.length]).toEqual(before)
})

it('a query that is kept by its name runs with its own values or with others', async () => {
  const { body: made, status } = await post('/queries', {
    name: 'Double',
    description: 'ÄPFEL',
    sql: 'SELECT ? * 2 AS twice',
    params: [4],
  })
  expect(status).toBe(201)
  expect((await post('/queries', { name: 'double', sql: 'SELECT 1' })).body.code).toBe('already_exists')
  expect((await get(`/queries?search=${encodeURIComponent('äpfel')}`)).body.items).toMatchObject([{ name: 'Double' }])
  const run = async (body: JsonObject) => (await post(`/queries/${made.query_id}/run`, body)).body.rows
  expect([await run({}), await run({ params: [21] })]).toEqual([[[8]], [[42]]])
  const csvAnswer = await post(`/queries/${made.query_id}/run`, { format: 'csv' })
  expect([csvAnswer.body, csvAnswer.headers.get('x-svc-row-count')]).toEqual(['twice\n8\n', '1'])
  const receipt = JSON.parse(Buffer.from(csvAnswer.headers.get('x-svc-receipt') ?? '', 'base64url').toString())
  expect((await post('/receipts/verify', { receipt })).body).toEqual({ valid: true })
  const late = await post('/query', { sql: 'SELECT now() AS at' })
  expect((await post('/receipts/verify', { receipt: late.body.receipt })).body).toEqual({
    valid: false,
    reason: expect.stringContaining('uses now'),
  })
  await svc.request('DELETE', `/api/data/queries/${made.query_id}`)
  expect((await get(`/queries/${made.query_id}`)).status).toBe(404)
})

it('rows of a statement become a dataset that says where they are from', async () => {
  const sql = 'SELECT a + b AS c FROM once WHERE a = ?'
  const made = await post('/datasets', { name: 'Sums', sql, params: [1] })
  expect([made.status, made.body.rows, made.body.origin]).toEqual([
    201,
    1,
    {
      kind: 'query',
      detail: {
        sql,
        params: [1],
        tables: [expect.objectContaining({ table: 'once', version: 1 })],
      },
    },
  ])
  const writer = await svc.request('POST', '/api/developer/keys', { body: { name: 'W', scopes: ['data:write'] } })
  const blind = await fetch(`${svc.url}/api/data/datasets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${writer.body.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Blind', sql }),
  })
  expect([writer.status, blind.status]).toEqual([201, 403])
  const long = await post('/query', { sql: `SELECT ${'1 +'.repeat(11_000)} 1` })
  const late = await post('/query', { sql: 'SELECT 1', timeout_ms: 10_000_000 })
  expect([long.status, late.status]).toEqual([413, 400])
})

it('an app imports and asks within its manifest, and an agent by its tools', async () => {
  const run = async (name: string) => (await svc.request('POST', `/api/agent-apps/${name}/run`, { body: {} })).body
  const answer = {
    found: ['Points'],
    columns: [{ name: 'scaled', type: 'BIGINT' }],
    rows: [[10], [30]],
  }
  expect((await run('plotter')).output).toEqual({ table: 'points', ...answer })
  expect((await run('reader')).output).toEqual({ table: 'forbidden', ...answer })

  const call = async (name: string, args: JsonObject) =>
    (await svc.request('POST', `/api/tools/${name}/call`, { body: { arguments: args } })).body
  expect((await call('data_query', { sql: 'SELECT x, y FROM points ORDER BY x', max_rows: 1 })).result).toEqual({
    columns: [
      { name: 'x', type: 'BIGINT' },
      { name: 'y', type: 'BIGINT' },
    ],
    rows: [[1, 2]],
    row_count: 1,
    truncated: true,
    notice: expect.stringContaining('more rows than these 1'),
  })
  const { result } = await call('data_describe', { dataset: 'points' })
  expect(result).toMatchObject({
    table: 'points',
    version: 1,
    rows: 2,
    sample: [
      [1, 2],
      [3, 4],
    ],
  })
  expect(result.columns[0]).toMatchObject({ name: 'x', missing: 0, distinct: 2, min: 1, max: 3, mean: 2 })
  expect(await call('data_import', { name: 'Asked', content: 'a\n1\n' })).toMatchObject({ status: 'pending' })
})
