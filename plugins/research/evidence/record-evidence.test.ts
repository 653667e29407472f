import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { JsonValue } from '@svc/plugin'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import { temporaryFolder } from '../../../test/rooms/planes.ts'

it('a claim rests on a version of a dataset, on the receipt of a query and on a file', async () => {
  const svc = await startTestKernel({ plugins: ['data', 'developer', 'files', 'research'] })
  try {
    const ask = async (path: string, body: JsonValue) => (await svc.request('POST', `/api${path}`, { body })).body
    const p = `/research/projects/${(await ask('/research/projects', { title: 'Naps' })).research_project_id as string}`
    const { dataset_id } = await ask('/data/import', { name: 'naps', format: 'csv', content: 'a,b\n1,2\n' })
    const { receipt } = await ask('/data/query', { sql: 'SELECT sum(a) AS s FROM naps' })
    const put = await fetch(`${svc.url}/api/files/content/nap.txt`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${svc.key}` },
      body: 'one nap',
    })
    const { file_id } = (await put.json()) as { file_id: string }
    const dataset = { type: 'dataset', dataset_id, version: 1, columns: ['a'] }
    const evidence: JsonValue[] = [dataset, { type: 'query', receipt }, { type: 'file', file_id }]
    const claim = await ask(`${p}/claims`, { text: 'There was one nap.', evidence })
    expect([claim.status, claim.detail ?? claim.evidence.length]).toEqual(['supported', 3])
    const refused = [
      await ask(`${p}/claims`, { text: 'X', evidence: [{ ...dataset, columns: ['zz'] }] }),
      await ask(`${p}/claims`, { text: 'X', evidence: [{ ...dataset, version: 9 }] }),
      await ask(`${p}/claims`, {
        text: 'X',
        evidence: [{ type: 'query', receipt: { ...receipt, limit: 7, sql: 'SELECT 2 AS s FROM naps' } }],
      }),
      await ask(`${p}/claims`, { text: 'X', evidence: [{ type: 'query', receipt: { version: 1 } }] }),
    ]
    expect(refused.map(({ code }) => code as string)).toEqual([
      'unprocessable',
      'not_found',
      'receipt_invalid',
      'unprocessable',
    ])
    await fetch(`${svc.url}/api/files/content/nap.txt`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${svc.key}` },
      body: 'two naps',
    })
    const { problems } = await ask(`${p}/verify`, {})
    expect(problems).toMatchObject([{ code: 'file_altered', claim_id: claim.claim_id as string }])
  } finally {
    await svc.stop()
  }
}, 120_000)

it('a claim says that the analysis, the dataset and the table of the query are gone on which it rested, and keeps their facts', async () => {
  const env = { SVC_STATS_SPARE_PROCESS: 'false' }
  const svc = await startTestKernel({ plugins: ['data', 'developer', 'research', 'stats'], env })
  try {
    const ask = async (path: string, body: JsonValue) => (await svc.request('POST', `/api${path}`, { body })).body
    const p = `/research/projects/${(await ask('/research/projects', { title: 'Naps' })).research_project_id as string}`
    const { dataset_id } = await ask('/data/import', { name: 'naps', format: 'csv', content: 'a\n1\n2\n3\n' })
    const { receipt } = await ask('/data/query', { sql: 'SELECT sum(a) AS s FROM naps' })
    const counted = await ask(`${p}/claims`, { text: 'Six.', evidence: [{ type: 'query', receipt }] })
    expect(counted.status).toBe('supported')
    const { analysis_id } = await ask('/stats/analyze', {
      ...{ method: 'descriptives', dataset_id, variables: { variables: ['a'] } },
    })
    const given = { type: 'analysis', analysis_id, pointer: '/n', value: 3 }
    const dataset = { type: 'dataset', dataset_id, version: 1 }
    const evidence = [given, dataset]
    const { claim_id, status } = await ask(`${p}/claims`, { text: 'There were three naps.', evidence })
    expect(status).toBe('supported')
    const removed = async (path: string, body?: JsonValue) => {
      const gone = await svc.request('DELETE', `/api${path}`, body === undefined ? {} : { body })
      return [gone.status, (await svc.request('GET', `/api${p}/claims/${claim_id as string}`)).body]
    }
    const missing = { ...given, dataset_id, version: 1, problem: { code: 'analysis_missing' } }
    expect(await removed(`/stats/analyses/${analysis_id as string}`)).toMatchObject([
      204,
      { status: 'broken', evidence: [missing, { ...dataset, problem: null }] },
    ])
    expect(await removed(`/data/datasets/${dataset_id as string}`, { confirm: 'naps' })).toMatchObject([
      204,
      { status: 'broken', evidence: [missing, { ...dataset, problem: { code: 'dataset_version_missing' } }] },
    ])
    const query = (await svc.request('GET', `/api${p}/claims/${counted.claim_id as string}`)).body
    expect(query).toMatchObject({ status: 'broken', evidence: [{ problem: { code: 'receipt_invalid' } }] })
  } finally {
    await svc.stop()
  }
}, 120_000)

it('a claim rests on a metric of a run, which is compared again', async () => {
  const svc = await startTestKernel({ plugins: ['developer', 'files', 'ml', 'research'] })
  try {
    const ask = async (path: string, body: JsonValue) => (await svc.request('POST', `/api${path}`, { body })).body
    const p = `/research/projects/${(await ask('/research/projects', { title: 'Naps' })).research_project_id as string}`
    const { run_id } = await ask('/ml/runs', { name: 'first' })
    await ask(`/ml/runs/${run_id as string}/log`, { metrics: [{ key: 'accuracy', value: 0.75 }] })
    const run = (value: number): JsonValue => ({ type: 'run', run_id, metric: 'accuracy', value })
    const claim = await ask(`${p}/claims`, { text: 'Three in four are right.', evidence: [run(0.75)] })
    expect([claim.status, claim.detail]).toEqual(['supported', undefined])
    expect((await ask(`${p}/claims`, { text: 'X', evidence: [run(0.8)] })).code).toBe('value_differs')
    await ask(`/ml/runs/${run_id as string}/log`, { metrics: [{ key: 'accuracy', value: 0.5, step: 1 }] })
    const { problems } = await ask(`${p}/verify`, {})
    expect(problems).toMatchObject([{ code: 'value_differs', claim_id: claim.claim_id as string }])
  } finally {
    await svc.stop()
  }
}, 120_000)

it('evidence that a key may not read is not checked, the rest is, and its report does not leave', async () => {
  const svc = await startTestKernel({ plugins: ['developer', 'export', 'research', 'workspace'] })
  try {
    const ask = async (path: string, body: JsonValue) => (await svc.request('POST', `/api${path}`, { body })).body
    const p = `/research/projects/${(await ask('/research/projects', { title: 'Naps' })).research_project_id as string}`
    const { note_id } = await ask('/workspace/notes', { title: 'N', body: 'We agreed to sleep an hour at noon.' })
    const text = 'Those who had slept recalled 42 of 50 word pairs.'
    const added = await ask(`${p}/sources`, { text, title: 'Naps' })
    const source_id = added.items[0].source_id as string
    const claim = await ask(`${p}/claims`, {
      text: 'We nap.',
      evidence: [
        { type: 'note', note_id, quote: 'sleep an hour at noon' },
        { type: 'quote', source_id, quote: 'recalled 42 of 50 word pairs' },
      ],
    })
    const body = `We nap [[claim:${claim.claim_id as string}]].`
    const { report_id } = await ask(`${p}/reports`, { title: 'R', body })
    const made = await svc.request('POST', '/api/developer/keys', {
      as: 'owner',
      body: { name: 'narrow', scopes: ['research:read', 'research:write', 'export:write'] },
    })
    const narrow = async (path: string, sent: JsonValue) => {
      const headers = { authorization: `Bearer ${made.body.key as string}` }
      const { status, body: answer } = await svc.request('POST', `/api${path}`, { as: 'none', body: sent, headers })
      return { status, ...answer }
    }
    expect(await narrow(`${p}/verify`, {})).toMatchObject({
      status: 200,
      ok: false,
      checked: { claims: 1, evidence: 2, sources: 1 },
      problems: [{ code: 'not_checked', claim_id: claim.claim_id }],
    })
    expect(await narrow(`${p}/reports/${report_id as string}/export`, { format: 'md' })).toMatchObject({ status: 403 })
    const shown = await svc.request('GET', `/api${p}/claims/${claim.claim_id as string}`)
    expect([shown.body.status, await ask(`${p}/verify`, {})]).toMatchObject(['supported', { ok: true, problems: [] }])
  } finally {
    await svc.stop()
  }
})

it('evidence whose plugin was switched off is not checked, and all else can be read', async () => {
  const folder = await temporaryFolder()
  const home = join(folder.path, 'home')
  const plugins = ['developer', 'files', 'research']
  let svc = await startTestKernel({ home, plugins: [...plugins, 'ml'] })
  try {
    const ask = async (method: string, path: string, body?: JsonValue) =>
      svc.request(method, `/api${path}`, body === undefined ? {} : { body })
    const made = await ask('POST', '/research/projects', { title: 'Naps' })
    const p = `/research/projects/${made.body.research_project_id as string}`
    const { run_id } = (await ask('POST', '/ml/runs', { name: 'first' })).body
    const log = (value: number) =>
      ask('POST', `/ml/runs/${run_id as string}/log`, { metrics: [{ key: 'accuracy', value }] })
    await log(0.75)
    const evidence = [{ type: 'run', run_id, metric: 'accuracy', value: 0.75 }]
    const { claim_id } = (await ask('POST', `${p}/claims`, { text: 'Three in four.', evidence })).body
    await ask('PATCH', `/ml/runs/${run_id as string}`, { status: 'finished' })
    await svc.stop()
    svc = await startTestKernel({ home, plugins })
    const problems = [{ code: 'not_checked', claim_id }]
    expect(await ask('POST', `${p}/verify`, {})).toMatchObject({ status: 200, body: { problems } })
    const claims = await ask('GET', `${p}/claims`)
    expect(claims).toMatchObject({ status: 200, body: { items: [{ claim_id, status: 'supported' }] } })
  } finally {
    await svc.stop()
    await folder.remove()
  }
}, 120_000)
