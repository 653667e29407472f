import { unzipSync, strFromU8 } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonValue } from '@svc/plugin'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import type { TestKernel } from '../../../test/rooms/kernel.ts'
import type { ImportOutcome, ResearchBundle } from './bundle.ts'

let svc: TestKernel
let p: string
let claim_id: string
let note_id: string
const text = 'Those who had slept recalled 42 of 50 word pairs after a nap.'
const plugins = ['developer', 'research', 'workspace']

beforeAll(async () => {
  svc = await startTestKernel({ plugins })
  p = (await ask('POST', '/projects', { title: 'Naps: a/b?', question: 'Do they help?' })).research_project_id as string
  const csl = { type: 'article-journal', author: [{ family: 'Lovelace', given: 'Ada' }], issued: 2024 }
  const { items } = await ask('POST', `/projects/${p}/sources`, {
    text,
    title: 'Naps and "recall"',
    key: 'ada2024',
    csl,
  })
  const note = await svc.request('POST', '/api/workspace/notes', {
    body: { title: 'N', body: 'Sleep at noon, we said.' },
  })
  note_id = note.body.note_id as string
  const evidence = [
    { type: 'quote', source_id: items[0].source_id as string, quote: 'recalled 42 of 50 word pairs' },
    { type: 'note', note_id, quote: 'Sleep at noon' },
  ] as JsonValue
  claim_id = (await ask('POST', `/projects/${p}/claims`, { text: 'CON: naps help.', evidence })).claim_id as string
  const body = `It was so [[claim:${claim_id}]] [@ada2024].`
  await ask('POST', `/projects/${p}/reports`, { title: 'Brief', body })
})
afterAll(() => svc?.stop())

const ask = async (method: string, path: string, body?: JsonValue, server = svc) =>
  (await server.request(method, `/api/research${path}`, body === undefined ? {} : { body })).body
const exported = async (format: string): Promise<Buffer> => {
  const headers = { authorization: `Bearer ${svc.key}`, 'content-type': 'application/json' }
  const answer = await fetch(`${svc.url}/api/research/projects/${p}/export`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ format }),
  })
  expect([format, answer.status]).toEqual([format, 200])
  return Buffer.from(await answer.arrayBuffer())
}

it('references leave as BibTeX, RIS and CSL with the keys of the project, and come back as they were', async () => {
  const bibtex = (await exported('bibtex')).toString()
  expect(bibtex).toMatch(/^@article\{ada2024,/)
  expect((await exported('ris')).toString()).toMatch(/TI {2}- Naps and "recall"/)
  expect(JSON.parse((await exported('csl')).toString())).toMatchObject([{ id: 'ada2024', title: 'Naps and "recall"' }])
  const other = (await ask('POST', '/projects', { title: 'Other' })).research_project_id as string
  const { items } = await ask('POST', `/projects/${other}/sources`, { bibtex })
  expect(items).toMatchObject([{ key: 'ada2024', csl: { author: [{ family: 'Lovelace', given: 'Ada' }] } }])
})

it('a vault has safe names, links that lead somewhere, and the same bytes each time', async () => {
  const zip = await exported('vault')
  const files = Object.fromEntries(Object.entries(unzipSync(zip)).map(([path, bytes]) => [path, strFromU8(bytes)]))
  expect(Object.keys(files)).toEqual([
    'index.md',
    'sources/ada2024.md',
    'claims/CON naps help.md',
    'reports/Brief.md',
    'bibliography.bib',
    'lineage.canvas',
  ])
  const links = Object.values(files).flatMap(content =>
    Array.from(content.matchAll(/\[\[((?:claims|sources|reports)\/[^\]]+)\]\]/g), ([, to]) => to!),
  )
  expect(links.length).toBeGreaterThan(3)
  for (const link of links) expect(Object.keys(files)).toContain(`${link}.md`)
  expect(files['claims/CON naps help.md']).toContain(`claim_id: "${claim_id}"`)
  const canvas = JSON.parse(files['lineage.canvas']!) as { nodes: { id: string }[]; edges: { fromNode: string }[] }
  const ids = canvas.nodes.map(({ id }) => id)
  expect(canvas.edges.every(({ fromNode }) => ids.includes(fromNode))).toBe(true)
  expect((await exported('vault')).equals(zip)).toBe(true)
})

it('a project goes to another home as JSON and is verified anew there: what does not hold is said', async () => {
  const bundle = JSON.parse((await exported('json')).toString()) as ResearchBundle
  const other = await startTestKernel({ plugins })
  try {
    const taken = (await ask('POST', '/import', structuredClone(bundle) as object as JsonValue, other)) as ImportOutcome
    expect(taken).toMatchObject({
      imported: { sources: 1, claims: 1, evidence: 1, reports: 1 },
      problems: [{ code: 'not_found', claim: 'CON: naps help.' }],
    })
    const there = `/projects/${taken.research_project_id}`
    expect(await ask('POST', `${there}/verify`, {}, other)).toMatchObject({ ok: true, checked: { evidence: 1 } })
    const { items } = await ask('GET', `${there}/reports`, undefined, other)
    const lint = await ask('POST', `${there}/reports/${items[0].report_id as string}/lint`, {}, other)
    expect(lint).toMatchObject({ ok: true, stats: { claims: 1, with_evidence: 1 } })

    const altered = structuredClone(bundle)
    const snapshot = altered.sources[0]!.snapshot!
    snapshot.content = Buffer.from(text.replace('42', '43')).toString('base64')
    const forged = (await ask('POST', '/import', altered as object as JsonValue, other)) as ImportOutcome
    expect(forged.problems.map(({ code }) => code)).toEqual(['source_altered', 'no_text', 'not_found'])
    expect(forged.imported).toMatchObject({ sources: 1, claims: 1, evidence: 0 })
    const refused = await other.request('POST', '/api/research/import', { body: { svc_research: 2 } })
    expect(refused.status).toBe(400)
  } finally {
    await other.stop()
  }
})

it('evidence that is none is named, and the rest is taken', async () => {
  const bundle = JSON.parse((await exported('json')).toString()) as ResearchBundle
  const [first] = bundle.claims
  const [quote, note] = first!.evidence
  const spoilt = { ...bundle, claims: [{ ...first!, evidence: [{ ...quote!, body: {} }, note!] }] }
  const { imported, problems } = (await ask('POST', '/import', spoilt as object as JsonValue)) as ImportOutcome
  expect(imported).toMatchObject({ claims: 1, evidence: 1 })
  expect(problems).toMatchObject([{ code: 'evidence_invalid', claim: 'CON: naps help.' }])
})
