import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonValue } from '@svc/plugin'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import type { TestKernel } from '../../../test/rooms/kernel.ts'

let svc: TestKernel
let p: string
let source: string

beforeAll(async () => {
  svc = await startTestKernel({ plugins: ['developer', 'export', 'research'] })
  const { research_project_id } = await post('/projects', { title: 'Sleep' })
  p = `/projects/${research_project_id as string}`
  const csl = { type: 'article-journal', author: [{ family: 'Lovelace', given: 'Ada' }], issued: 2024 }
  const text = 'Those who had slept recalled 42 of 50 word pairs after a nap.'
  source = (await post(`${p}/sources`, { text, title: 'Naps and recall', csl })).items[0].source_id as string
})
afterAll(() => svc?.stop())

const send = (path: string, body: JsonValue = {}) => svc.request('POST', `/api/research${path}`, { body })
const post = async (path: string, body: JsonValue = {}) => (await send(path, body)).body

it('a report leaves with its citations written, its claims in footnotes and its bibliography', async () => {
  const evidence = [{ type: 'quote', source_id: source, quote: 'recalled 42 of 50 word pairs' }]
  const { claim_id } = await post(`${p}/claims`, { text: 'Naps help.', evidence })
  const body = `# R\n\nA nap helps [[claim:${claim_id as string}]], as @lovelace2024naps [p. 3] found [see @lovelace2024naps]. <b>x</b> \`[@code]\``
  const { report_id } = await post(`${p}/reports`, { title: 'R', body })
  const { status, body: document } = await send(`${p}/reports/${report_id as string}/export`, { format: 'md' })
  expect([status, document]).toEqual([
    200,
    expect.stringContaining('as Lovelace (2024, p. 3) found (see Lovelace, 2024).'),
  ])
  expect(document.match(/^#+ R$/gm)).toHaveLength(1)
  expect(document).toContain('Lovelace, A. (2024). *Naps and recall*.')
  expect(document).toContain('“recalled 42 of 50 word pairs” (Naps and recall)')
  expect(document).toContain('`[@code]`')
})

it('a report with a claim that rests on nothing says so, where that is allowed, and is not signed', async () => {
  const { claim_id } = await post(`${p}/claims`, { text: 'Naps are cheap.' })
  const { report_id } = await post(`${p}/reports`, {
    title: 'R',
    body: `Naps are cheap [[claim:${claim_id as string}]].`,
  })
  const path = `${p}/reports/${report_id as string}/export`
  const refused = await send(path, { format: 'md' })
  const signed = await send(path, { format: 'pdf', allow_unverified: true, sign: { pdf: true } })
  const { body: document, headers } = await send(path, { format: 'md', allow_unverified: true })
  const record = await svc.request('GET', `/api/export/${headers.get('x-export-id') ?? ''}`)
  expect(record.body.warnings).toMatchObject([{ code: 'unverified_claims' }])
  expect([refused.body.code, signed.body.code]).toEqual(['lint_failed', 'unverified_not_signed'])
  expect(document).toContain('**\\[unverified\\]**')
  expect(document).toContain('1 of 1 claims without evidence')
})
