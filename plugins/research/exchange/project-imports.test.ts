import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonValue } from '@svc/plugin'
import { UnavailableError, UpstreamError } from '@svc/plugin'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import type { TestKernel } from '../../../test/rooms/kernel.ts'
import { testPrincipal } from '../../../test/support/test-principal.ts'
import type { BundledClaim, ImportOutcome, ResearchBundle } from './bundle.ts'
import { ProjectImports } from './project-imports.ts'
import type { ProjectImportsOptions } from './project-imports.ts'

let svc: TestKernel
beforeAll(async () => {
  svc = await startTestKernel({ plugins: ['data', 'developer', 'files', 'ml', 'research'] })
})
afterAll(() => svc?.stop())

const ask = async (method: string, path: string, body?: JsonValue, server = svc) =>
  (await server.request(method, `/api${path}`, body === undefined ? {} : { body })).body
const imported = (bundle: ResearchBundle, server = svc): Promise<ImportOutcome> =>
  ask('POST', '/research/import', bundle as object as JsonValue, server)

const project: ResearchBundle['project'] = {
  ...{ title: 'Naps', question: null, description: null, tags: [], style: 'apa', locale: 'en-US' },
}
const of = (evidence: BundledClaim['evidence']): ResearchBundle => ({
  ...{ svc_research: 1, project, sources: [], links: [], reports: [] },
  claims: [{ claim_id: 'clm_1', text: 'We nap.', kind: 'finding', tags: [], evidence }],
})

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

it('evidence whose plugin is off is named, and the rest is taken', async () => {
  const other = await startTestKernel({ plugins: ['developer', 'research'] })
  try {
    const common = { relation: 'supports', note: null } as const
    const bundle = of([
      { ...common, evidence_id: 'evd_1', type: 'run', body: { run_id: 'run_1', metric: 'a', value: 1 } },
      { ...common, evidence_id: 'evd_2', type: 'dataset', body: { dataset_id: 'ds_1', version: 1, sha256: 'x' } },
    ])
    expect(await imported(bundle, other)).toMatchObject({
      imported: { claims: 1, evidence: 0 },
      problems: [{ code: 'unavailable', claim: 'We nap.' }, { code: 'unavailable' }],
    })
  } finally {
    await other.stop()
  }
})

function importThatEnds(remove: ProjectImportsOptions['projects']['delete']): Promise<ImportOutcome> {
  const { signal } = new AbortController()
  const imports = new ProjectImports({
    projects: {
      knowsStyle: () => true,
      create: () => ({ research_project_id: 'rp_1', title: 'Naps' }),
      delete: remove,
    },
    claims: { create: () => Promise.reject(new UpstreamError('The disk does not answer.')) },
  } as unknown as ProjectImportsOptions)
  return imports.import(of([]), { actor: testPrincipal(), signal })
}

it('an import that ends in the middle leaves no half of a project', async () => {
  const deleted: string[] = []
  const importing = importThatEnds(async (_actor, projectId, confirm) => void deleted.push(projectId, confirm))
  await expect(importing).rejects.toThrow(/^The disk does not answer\.$/)
  expect(deleted).toEqual(['rp_1', 'Naps'])
})

it('an import that ends in the middle names the project where its half cannot be deleted', async () => {
  const importing = importThatEnds(() => Promise.reject(new UnavailableError('The audit log cannot be written.')))
  await expect(importing).rejects.toMatchObject({
    status: 502,
    message: expect.stringMatching(
      /^The disk does not answer\. .*DELETE \/api\/research\/projects\/rp_1 \{"confirm": "Naps"\}/,
    ) as string,
    extra: { research_project_id: 'rp_1' },
  })
})
