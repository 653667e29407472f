import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonValue } from '@svc/plugin'
import { asksSecond, itOfOneServer } from '../../test/rooms/first-of-two.ts'
import { startTestKernel } from '../../test/rooms/kernel.ts'
import type { TestKernel } from '../../test/rooms/kernel.ts'
import type { Claim } from './claims/claim.ts'
import type { LintResult } from './reports/linter.ts'
import type { Report } from './reports/report.ts'
import type { Verification } from './verify/verifier.ts'

const plugins = ['developer', 'research', 'workspace']
const text =
  'Naps and memory. Those who had slept recalled 42 of 50 word pairs after a nap, and 31 without one. ' +
  'No effect was seen for faces. No effect was seen for faces. Longer naps did not help more.'
let home: string
let svc: TestKernel

interface Problem {
  code: string
  detail: string
  nearest?: { text: string; start: number }
  places?: { start: number }[]
  actual?: number
  claim_ids?: string[]
  lint_errors?: { code: string; claim_id?: string }[]
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'svc-research-'))
  svc = await startTestKernel({ plugins, home })
})
afterAll(async () => {
  await svc?.stop()
  await rm(home, { recursive: true, force: true })
})

const post = <Body = Problem>(path: string, body: JsonValue = {}) =>
  svc.request<Body & Problem>('POST', `/api/research${path}`, { body })
const get = async <Body>(path: string) => (await svc.request<Body>('GET', `/api/research${path}`)).body

async function project(): Promise<{ p: string; source: string }> {
  const { body } = await svc.request('POST', '/api/research/projects', { body: { title: 'Sleep' } })
  const p = `/projects/${body.research_project_id as string}`
  const csl = { type: 'article-journal', author: [{ family: 'Lovelace', given: 'Ada' }], issued: 2024 }
  const added = await svc.request('POST', `/api/research${p}/sources`, {
    body: { text, title: 'Naps and recall', csl },
  })
  return { p, source: added.body.items[0].source_id as string }
}

const quoted = (source_id: string, quote: string, more = {}) => ({ type: 'quote', source_id, quote, ...more })
const recalled = 'recalled 42 of 50 word pairs after a nap'

describe('a claim', () => {
  it('rests on a quote that stands in its source', async () => {
    const { p, source } = await project()
    const { status, body } = await post<Claim>(`${p}/claims`, {
      text: 'Naps help.',
      evidence: [quoted(source, recalled)],
    })
    expect([status, body.status]).toEqual([201, 'supported'])
    expect(body.evidence[0]).toMatchObject({
      type: 'quote',
      relation: 'supports',
      problem: null,
      selector: { exact: recalled, prefix: 'and memory. Those who had slept ', start: 37, end: 77 },
    })
    expect((await svc.request('GET', `/api/research${p}`)).body.counts).toEqual({
      sources: 1,
      claims: 1,
      reports: 0,
      problems: 0,
    })
  })

  it('is refused with the nearest passage, the places or the length, and nothing is kept', async () => {
    const { p, source } = await project()
    const claim = (quote: string, more = {}) =>
      post(`${p}/claims`, { text: 'X', evidence: [quoted(source, quote, more)] })
    const off = await claim('recalled 43 of 50 word pairs after a nap')
    const cased = await claim('Recalled 42 of 50 word pairs')
    const twice = await claim('No effect was seen for faces.')
    const short = await claim('42 of 50')
    const chosen = await claim('No effect was seen for faces.', { start: 129 })
    expect([off, cased, twice, short, chosen].map(({ status, body }) => [status, body.code])).toEqual([
      [422, 'quote_not_found'],
      [422, 'quote_not_found'],
      [422, 'quote_ambiguous'],
      [400, 'validation_error'],
      [201, undefined],
    ])
    expect([off.body.nearest, twice.body.places?.map(({ start }) => start)]).toMatchObject([
      { text: recalled, start: 37 },
      [99, 129],
    ])
    expect((await get<{ items: Claim[] }>(`${p}/claims`)).items).toHaveLength(1)
  })

  it('rests on a note, and is broken when that no longer says so', async () => {
    const { p } = await project()
    const note = await svc.request('POST', '/api/workspace/notes', {
      body: { title: 'N', body: 'We agreed to sleep an hour at noon.' },
    })
    const note_id = note.body.note_id as string
    const evidence = [{ type: 'note', note_id, quote: 'sleep an hour at noon' }]
    const { status, body } = await post<Claim>(`${p}/claims`, { text: 'We nap.', evidence })
    await svc.request('PUT', `/api/workspace/notes/${note_id}`, {
      body: { title: 'N', body: 'We agreed to run an hour at noon.' },
    })
    const changed = await get<Claim>(`${p}/claims/${body.claim_id}`)
    expect([status, body.status, changed.status, changed.evidence[0]!.problem]).toMatchObject([
      201,
      'supported',
      'broken',
      { code: 'note_changed', was: 'sleep an hour at noon', is: 'run an hour at noon' },
    ])
  })

  it('keeps its source from being deleted, and lets it go with its evidence', async () => {
    const { p, source } = await project()
    const { body } = await post<Claim>(`${p}/claims`, { text: 'Naps help.', evidence: [quoted(source, recalled)] })
    const refused = await svc.request<Problem>('DELETE', `/api/research${p}/sources/${source}`)
    expect([refused.status, refused.body.claim_ids]).toEqual([409, [body.claim_id]])
    const without = await svc.request<Claim>(
      'DELETE',
      `/api/research${p}/claims/${body.claim_id}/evidence/${body.evidence[0]!.evidence_id}`,
    )
    const gone = await svc.request('DELETE', `/api/research${p}/sources/${source}`)
    expect([without.body.status, gone.status]).toEqual(['unsupported', 204])
  })
})

describe('a report', () => {
  const written = (claim: string) =>
    `# Naps\n\nA nap helps [[claim:${claim}]], as @lovelace2024naps [p. 3] found [see @lovelace2024naps; -@lovelace2024nap].\n\nIt was 42 of 50.\n`

  it('is looked over by line and column, with a fix, and does not leave with an error', async () => {
    const { p, source } = await project()
    const { body: claim } = await post<Claim>(`${p}/claims`, { text: 'Naps help.' })
    const made = await post<Report>(`${p}/reports`, { title: 'R', body: written(claim.claim_id) })
    const one = `${p}/reports/${made.body.report_id}`
    const { body: lint } = await post<LintResult>(`${one}/lint`)
    expect([...lint.errors, ...lint.warnings].map(({ code, line, column }) => [code, line, column])).toEqual([
      ['claim_without_evidence', 3, 13],
      ['citation_unknown', 3, 89],
      ['unsupported_number', 5, 1],
    ])
    expect(lint.errors[0]!.fix).toMatchObject({ text: ' [unverified]', line: 3 })
    const refused = await post(`${one}/export`, { format: 'md' })
    expect([refused.status, refused.body.code, refused.body.lint_errors?.length]).toEqual([422, 'lint_failed', 2])
    await post(`${p}/claims/${claim.claim_id}/evidence`, quoted(source, recalled))
    const stale = await svc.request('PUT', `/api/research${one}`, {
      body: { title: 'R', body: 'x' },
      headers: { 'if-match': '"7"' },
    })
    const fixed = written(claim.claim_id).replace('; -@lovelace2024nap]', ']')
    const put = await svc.request<Report>('PUT', `/api/research${one}`, {
      body: { title: 'R', body: fixed },
      headers: { 'if-match': '"1"' },
    })
    expect([stale.status, put.status, put.body.version, put.body.citations]).toEqual([
      412,
      200,
      2,
      ['lovelace2024naps'],
    ])
  })
})

describe('a report with weak places', () => {
  it('hears of contradictions, opinions, marks, footnotes and sources, each at its line', async () => {
    const { p, source } = await project()
    await post(`${p}/sources`, { csl: { type: 'book', title: 'Without a year' }, key: 'bare' })
    const against = quoted(source, 'Longer naps did not help more.', { relation: 'contradicts' })
    const { body: both } = await post<Claim>(`${p}/claims`, { text: 'Long naps help.', evidence: [against] })
    const { body: opinion } = await post<Claim>(`${p}/claims`, { text: 'Naps are nice.', kind: 'opinion' })
    const lines = [
      `So it is [[claim:${both.claim_id}]].`,
      `Nice [[claim:${opinion.claim_id}]].`,
      'Nobody knows [unverified].[^1]',
      '[^1]: One.',
      '[^1]: Two.',
      'As was read [@bare].',
    ]
    const made = await post<Report>(`${p}/reports`, { title: 'R', body: lines.join('\n\n') })
    const { body } = await post<LintResult>(`${p}/reports/${made.body.report_id}/lint`)
    expect(body.errors.map(({ code, line }) => [code, line])).toEqual([
      ['claim_contradicted', 1],
      ['duplicate_id', 9],
    ])
    expect(body.warnings.map(({ code, line, key }) => [code, line, key])).toEqual([
      ['source_uncited', 1, 'lovelace2024naps'],
      ['opinion_as_claim', 3, undefined],
      ['unverified_marker', 5, undefined],
      ['missing_metadata', 11, 'bare'],
    ])
    expect(body.warnings.at(-1)?.message).toBe('The source bare has no author, no date, which a bibliography needs.')
  })
})

/** Of the only workspace. */
function folder(): string {
  const workspace = readdirSync(join(home, 'workspaces')).find(name => name.startsWith('ws_'))!
  return join(home, 'workspaces', workspace)
}

itOfOneServer('a source whose file is gone is missing, with the claims that rest on it', async () => {
  const { p } = await project()
  const own = 'Only here it stands that naps of ten minutes are enough.'
  const { body } = await post<{ items: { source_id: string; snapshot: { sha256: string } }[] }>(`${p}/sources`, {
    text: own,
    title: 'Short',
  })
  const { source_id, snapshot } = body.items[0]!
  const { body: claim } = await post<Claim>(`${p}/claims`, {
    text: 'Ten minutes are enough.',
    evidence: [quoted(source_id, 'naps of ten minutes')],
  })
  rmSync(join(folder(), 'research', 'snapshots', snapshot.sha256))
  const { body: found } = await post<Verification>(`${p}/verify`)
  expect([found.ok, found.problems]).toMatchObject([
    false,
    [{ code: 'source_missing', claim_id: claim.claim_id, source_id }],
  ])
  const quotedAgain = await post(`${p}/claims`, { text: 'Ten.', evidence: [quoted(source_id, 'naps of ten minutes')] })
  expect([quotedAgain.status, quotedAgain.body.detail]).toEqual([
    404,
    expect.stringMatching(/^The text of the source \S+ is missing from the disk\. Add the source again\.$/),
  ])
  const shown = await get<{ state: string }>(`${p}/sources/${source_id}`)
  expect(shown.state).toBe('missing')
})

describe.skipIf(asksSecond)('verification after a restart', () => {
  it('names the claim whose source, text, quote or words were altered, and keeps its report in', async () => {
    const { p, source } = await project()
    const claims: Claim[] = []
    for (const name of ['first', 'second'])
      claims.push(
        (await post<Claim>(`${p}/claims`, { text: `Naps help, ${name}.`, evidence: [quoted(source, recalled)] })).body,
      )
    const [first, second] = claims as [Claim, Claim]
    const made = await post<Report>(`${p}/reports`, {
      title: 'R',
      body: `So it is [[claim:${first.claim_id}]] [@lovelace2024naps].`,
    })
    expect((await post<Verification>(`${p}/verify`)).body).toMatchObject({
      ok: true,
      checked: { claims: 2, evidence: 2, sources: 1 },
    })
    await svc.stop()
    const file = readdirSync(folder()).find(name => name.endsWith('.sqlite'))!
    const db = new DatabaseSync(join(folder(), file))
    db.exec(`UPDATE research_claims SET text = 'Naps harm, second.' WHERE claim_id = '${second.claim_id}'`)
    db.close()
    const { snapshot_sha256 } = first.evidence[0]!['selector'] as { snapshot_sha256: string }
    const path = join(folder(), 'research', 'snapshots', snapshot_sha256)
    writeFileSync(path, readFileSync(path, 'utf8').replace('42 of 50', '43 of 50'))
    svc = await startTestKernel({ plugins, home })
    const { body } = await post<Verification>(`${p}/verify`)
    expect(body.ok).toBe(false)
    expect(body.problems.map(({ code, claim_id }) => [code, claim_id])).toEqual(
      expect.arrayContaining([
        ['source_altered', first.claim_id],
        ['record_altered', second.claim_id],
      ]),
    )
    const shown = await get<{ items: Claim[] }>(`${p}/claims?status=broken`)
    expect(shown.items.map(({ claim_id }) => claim_id).toSorted()).toEqual([first.claim_id, second.claim_id].toSorted())
    const refused = await post(`${p}/reports/${made.body.report_id}/export`, { format: 'md' })
    expect([refused.body.code, refused.body.lint_errors?.map(({ code }) => code)]).toEqual([
      'lint_failed',
      ['claim_broken'],
    ])
    const patch = await svc.request<Problem>('PATCH', `/api/research${p}/claims/${second.claim_id}`, {
      body: { kind: 'opinion' },
    })
    expect([patch.status, patch.body.code]).toEqual([409, 'record_altered'])

    const marks = new DatabaseSync(join(home, 'kernel.sqlite'), { readOnly: true })
    const marked = () =>
      marks
        .prepare("SELECT workspace_id FROM kernel_workspace_marks WHERE owner = 'research' AND workspace_id <> '*'")
        .all()
    await expect.poll(marked).toEqual([])
    // A crash while the text is read would leave a second name of it.
    await post(`${p}/claims`, { text: 'More.', evidence: [quoted(source, 'Longer naps did not help more.')] })
    expect(marked()).toHaveLength(1)
    marks.close()
  })
})
