import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonValue } from '@svc/plugin'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import type { TestKernel } from '../../../test/rooms/kernel.ts'
import type { ImportOutcome, ResearchBundle } from './bundle.ts'

let svc: TestKernel
beforeAll(async () => {
  svc = await startTestKernel({ plugins: ['data', 'developer', 'files', 'ml', 'research'] })
})
afterAll(() => svc?.stop())

const ask = async (method: string, path: string, body?: JsonValue) =>
  (await svc.request(method, `/api${path}`, body === undefined ? {} : { body })).body
const imported = (bundle: ResearchBundle): Promise<ImportOutcome> =>
  ask('POST', '/research/import', bundle as object as JsonValue)

it('evidence that rests on datasets, runs, queries and files comes back from its own home', async () => {
  const p = `/research/projects/${(await ask('POST', '/research/projects', { title: 'Naps' })).research_project_id}`
  const { dataset_id } = await ask('POST', '/data/import', { name: 'naps', format: 'csv', content: 'a,b\n1,2\n' })
  const { receipt } = await ask('POST', '/data/query', { sql: 'SELECT sum(a) AS s FROM naps' })
  const { run_id } = await ask('POST', '/ml/runs', { name: 'first', dataset: { dataset_id } })
  await ask('POST', `/ml/runs/${run_id}/log`, { metrics: [{ key: 'accuracy', value: 0.75 }] })
  const put = await fetch(`${svc.url}/api/files/content/nap.txt`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${svc.key}` },
    body: 'one nap',
  })
  const { file_id } = (await put.json()) as { file_id: string }
  const evidence: JsonValue[] = [
    { type: 'dataset', dataset_id, version: 1, columns: ['a'] },
    { type: 'query', receipt },
    { type: 'run', run_id, metric: 'accuracy' },
    { type: 'file', file_id },
  ]
  const claim = await ask('POST', `${p}/claims`, { text: 'There was one nap.', evidence })
  expect(claim.evidence).toHaveLength(4)
  const bundle = (await ask('POST', `${p}/export`, { format: 'json' })) as ResearchBundle
  expect(await imported(bundle)).toMatchObject({ imported: { claims: 1, evidence: 4 }, problems: [] })

  const altered = structuredClone(bundle)
  altered.claims[0]!.evidence[0]!.body['sha256'] = '0'.repeat(64)
  expect(await imported(altered)).toMatchObject({ imported: { evidence: 3 }, problems: [{ code: 'dataset_altered' }] })
}, 120_000)
