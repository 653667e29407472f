import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonValue } from '@svc/plugin'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import type { TestKernel } from '../../../test/rooms/kernel.ts'
import type { LineageGraph } from './lineage.ts'

let svc: TestKernel
beforeAll(async () => {
  svc = await startTestKernel({ plugins: ['data', 'developer', 'files', 'ml', 'research', 'workspace'] })
})
afterAll(() => svc?.stop())

const ask = async (method: string, path: string, body?: JsonValue) =>
  svc.request(method, `/api/research/projects${path}`, body === undefined ? {} : { body })

it('a report leads over its claims, quotes and snapshots to sources, and to the versions of datasets', async () => {
  const { research_project_id: p } = (await ask('POST', '', { title: 'Naps' })).body
  const text = 'Those who had slept recalled 42 of 50 word pairs.'
  const added = await ask('POST', `/${p}/sources`, { text, title: 'Naps', key: 'ada2024' })
  const { source_id, snapshot } = added.body.items[0]
  const data = await svc.request('POST', '/api/data/import', {
    body: { name: 'naps', format: 'csv', content: 'a\n1\n' },
  })
  const dataset_id = data.body.dataset_id as string
  const quote = { type: 'quote', source_id, quote: 'recalled 42 of 50 word pairs' }
  const evidence = [quote, { type: 'dataset', dataset_id, version: 1 }]
  const { body: claim } = await ask('POST', `/${p}/claims`, { text: 'Naps help.', evidence })
  const { body: alone } = await ask('POST', `/${p}/claims`, { text: 'Naps are short.', kind: 'opinion' })
  const { claim_id } = claim
  const evidence_id = claim.evidence[0].evidence_id as string
  const { body: report } = await ask('POST', `/${p}/reports`, {
    title: 'Brief',
    body: `It was so [[claim:${claim_id as string}]] [@ada2024].`,
  })
  const bytes = `sha256:${snapshot.sha256 as string}`
  const of = async (query: string) => (await ask('GET', `/${p}/lineage${query}`)).body as LineageGraph

  const whole = await of('')
  expect(new Set(whole.edges.map(({ from, relation, to }) => `${from} ${relation} ${to}`))).toEqual(
    new Set([
      `${report.report_id} claims ${claim_id}`,
      `${report.report_id} cites ${source_id}`,
      `${claim_id} quotes ${evidence_id}`,
      `${evidence_id} quotes ${bytes}`,
      `${bytes} snapshot_of ${source_id}`,
      `${claim_id} computed_from ${dataset_id}@1`,
      `${dataset_id}@1 version_of ${dataset_id}`,
    ]),
  )
  expect(whole.nodes.find(({ id }) => id === alone.claim_id)).toMatchObject({ type: 'claim', state: 'unsupported' })
  expect(whole.nodes.find(({ id }) => id === bytes)).toMatchObject({ type: 'snapshot', sha256: snapshot.sha256 })
  expect(whole.truncated).toBe(false)
  expect(titlesIn(whole)).toMatchObject({ dataset: 'naps', dataset_version: 'naps, version 1' })

  const up = await of(`?focus=${source_id as string}&direction=up`)
  expect(new Set(up.nodes.map(({ id }) => id))).toEqual(
    new Set([source_id, bytes, evidence_id, claim_id, report.report_id]),
  )
  const near = await of(`?focus=${claim_id as string}&direction=down&depth=1`)
  expect(new Set(near.nodes.map(({ id }) => id))).toEqual(new Set([claim_id, evidence_id, `${dataset_id}@1`]))
  expect((await of(`?focus=${alone.claim_id as string}`)).nodes).toMatchObject([{ title: 'Naps are short.' }])
  expect((await ask('GET', `/${p}/lineage?focus=clm_none`)).status).toBe(404)
})

it('a run leads to the data that it learned from, and a model to its run and conversation', async () => {
  const { research_project_id: p } = (await ask('POST', '', { title: 'Models' })).body
  const own = async (method: string, path: string, body: JsonValue) =>
    (await svc.request(method, `/api${path}`, { body })).body
  const { dataset_id } = await own('POST', '/data/import', { name: 'trained', format: 'csv', content: 'a\n1\n' })
  const dataset = { dataset_id: dataset_id as string, version: 1 }
  const { run_id } = await own('POST', '/ml/runs', { name: 'first', dataset, session_id: 'ses_one' })
  await own('POST', `/ml/runs/${run_id as string}/log`, { metrics: [{ key: 'accuracy', value: 0.75 }] })
  const put = await fetch(`${svc.url}/api/ml/runs/${run_id as string}/artifacts/model/weights.bin`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${svc.key}` },
    body: 'weights',
  })
  await own('POST', '/ml/models', { name: 'nap-model' })
  await own('POST', '/ml/models/nap-model/versions', { run_id: run_id as string, path: 'model' })
  const evidence = [{ type: 'run', run_id: run_id as string, metric: 'accuracy', value: 0.75 }]
  const { body: claim } = await ask('POST', `/${p}/claims`, { text: 'Three in four are right.', evidence })
  const link = { type: 'model', id: 'nap-model', version: 1 }
  const linked = await ask('POST', `/${p}/links`, link)
  const missing = await ask('POST', `/${p}/links`, { ...link, version: 9 })
  await ask('POST', `/${p}/links`, { type: 'run', id: run_id as string })
  expect([put.status, linked.status, missing.status]).toEqual([201, 201, 404])

  const { nodes, edges } = (await ask('GET', `/${p}/lineage`)).body as LineageGraph
  expect(new Set(edges.map(({ from, relation, to }) => `${from} ${relation} ${to}`))).toEqual(
    new Set([
      `${claim.claim_id as string} computed_from ${run_id as string}`,
      `${run_id as string} trained_on ${dataset_id as string}@1`,
      `${run_id as string} produced_by ses_one`,
      `nap-model@1 trained_on ${dataset_id as string}@1`,
      `nap-model@1 produced_by ${run_id as string}`,
      `${dataset_id as string}@1 version_of ${dataset_id as string}`,
    ]),
  )
  expect(titlesIn({ nodes })).toEqual({
    claim: 'Three in four are right.',
    dataset: 'trained',
    dataset_version: 'trained, version 1',
    model: 'nap-model, version 1',
    run: 'first',
    session: 'ses_one',
  })
  expect(nodes.find(({ type }) => type === 'run')?.state).toBe(null)
})

it('a record that is gone is missing, and one that the caller may not read stays an id', async () => {
  const { research_project_id: p } = (await ask('POST', '', { title: 'Gone' })).body
  const note = await svc.request('POST', '/api/workspace/notes', { body: { title: 'Read first', body: 'Naps help.' } })
  const { note_id } = note.body
  await ask('POST', `/${p}/links`, { type: 'note', id: note_id })
  const nodes = async (key = svc.key) =>
    (
      (
        await svc.request('GET', `/api/research/projects/${p as string}/lineage`, {
          as: 'none',
          headers: { authorization: `Bearer ${key}` },
        })
      ).body as LineageGraph
    ).nodes
  const shown = { id: note_id, type: 'note', state: null }
  expect(await nodes()).toEqual([{ ...shown, title: 'Read first' }])
  const narrow = await svc.request('POST', '/api/developer/keys', { body: { name: 'n', scopes: ['research:read'] } })
  expect(await nodes(narrow.body.key as string)).toEqual([{ ...shown, title: note_id }])
  await svc.request('DELETE', `/api/workspace/notes/${note_id as string}`)
  expect(await nodes()).toEqual([{ ...shown, title: note_id, state: 'missing' }])
})

function titlesIn({ nodes }: Pick<LineageGraph, 'nodes'>) {
  return Object.fromEntries(nodes.map(({ type, title }) => [type, title]))
}
