import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect } from 'vitest'
import type { JsonObject, JsonValue } from '@svc/plugin'
import { itOfOneServer as it } from '../rooms/first-of-two.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import type { Claim } from '../../plugins/research/claims/claim.ts'
import type { Verification } from '../../plugins/research/verify/verifier.ts'

const plugins = ['data', 'developer', 'export', 'research', 'stats']
// Decomposed, so that the text is not the bytes that it was read from.
const written = 'Nápy. Those who had slept recalled 42 of 50 word pairs, and 31 of them without a nap.'.normalize('NFD')
const csv = `kind,words\n${Array.from({ length: 20 }, (_, n) => `${n % 2 ? 'nap' : 'none'},${30 + ((n * 7) % 12)}`).join('\n')}\n`

let home: string
let svc: TestKernel
let p: string
let source_id: string

const ask = async <Body = JsonObject>(method: string, path: string, body?: JsonValue): Promise<Body> => {
  const answer = await svc.request<Body & { detail?: string }>(
    method,
    `/api${path}`,
    body === undefined ? {} : { body },
  )
  expect([path, answer.body?.detail]).toEqual([path, undefined])
  return answer.body
}
const claimed = (text: string, ...evidence: JsonObject[]) => ask<Claim>('POST', `${p}/claims`, { text, evidence })
const quoted = (words: string): JsonObject => ({ type: 'quote', source_id, quote: words })

/** With the server stopped, as somebody who has the disk. */
async function behindItsBack(change: (db: DatabaseSync, file: (sha256: string) => string) => void): Promise<void> {
  await svc.stop()
  const [path = ''] = globSync(join(home, 'workspaces', 'ws_*', '*.sqlite'))
  const db = new DatabaseSync(path)
  change(db, sha256 => globSync(join(home, 'workspaces', 'ws_*', 'research', 'snapshots', sha256))[0]!)
  db.close()
  svc = await startTestKernel({ plugins, home })
}

async function outcome(claims: Record<string, Claim>): Promise<Record<string, string[]>> {
  const { problems } = await ask<Verification>('POST', `${p}/verify`, {})
  return Object.fromEntries(
    Object.entries(claims).map(([name, { claim_id }]) => [
      name,
      problems.filter(each => each.claim_id === claim_id).map(({ code }) => code),
    ]),
  )
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'svc-altered-'))
  svc = await startTestKernel({ plugins, home })
  p = `/research/projects/${String((await ask('POST', '/research/projects', { title: 'Naps' }))['research_project_id'])}`
  const { items } = await ask<{ items: { source_id: string }[] }>('POST', `${p}/sources`, {
    text: written,
    title: 'Naps',
    key: 'ada2024',
  })
  source_id = items[0]!.source_id
})
afterAll(async () => {
  await svc?.stop()
  await rm(home, { recursive: true, force: true })
})

it('the stored quote, its place, a note and the order of evidence are altered: each claim is named', async () => {
  const claims = {
    quote: await claimed('The quote.', quoted('recalled 42 of 50 word pairs')),
    place: await claimed('The place.', quoted('recalled 42 of 50 word pairs')),
    note: await claimed('The note.', { ...quoted('Those who had slept'), note: 'As they say' }),
    removed: await claimed('One is taken out.', quoted('Those who had slept'), quoted('31 of them without a nap')),
    sound: await claimed('Nothing.', quoted('Those who had slept')),
  }
  const report = await ask('POST', `${p}/reports`, {
    title: 'R',
    body: `So [[claim:${claims.quote.claim_id}]] [@ada2024].`,
  })
  await behindItsBack(db => {
    const set = (change: string, claim: Claim) =>
      db.exec(`UPDATE research_evidence SET ${change} WHERE claim_id = '${claim.claim_id}'`)
    set("body_json = replace(body_json, '42 of 50', '43 of 50')", claims.quote)
    set(
      "body_json = json_set(body_json, '$.selector.start', json_extract(body_json, '$.selector.start') + 1)",
      claims.place,
    )
    set("note = 'As nobody says'", claims.note)
    db.exec(`DELETE FROM research_evidence WHERE claim_id = '${claims.removed.claim_id}' AND position = 1`)
  })
  expect(await outcome(claims)).toEqual({
    quote: ['record_altered', 'quote_missing'],
    place: ['record_altered', 'quote_missing'],
    note: ['record_altered'],
    removed: ['record_altered'],
    sound: [],
  })
  const shown = await ask<{ items: Claim[] }>('GET', `${p}/claims?status=broken`)
  expect(shown.items).toHaveLength(4)
  const refused = await svc.request('POST', `/api${p}/reports/${String(report['report_id'])}/export`, {
    body: { format: 'pdf', sign: { pdf: true } },
  })
  expect([refused.status, refused.body.code]).toEqual([422, 'lint_failed'])
})

it('the stored text is altered in one digit, and the bytes that it was read from are not', async () => {
  const claims = { one: await claimed('So many.', quoted('31 of them without a nap')) }
  const { text_sha256 } = claims.one.evidence[0]!['selector'] as { text_sha256: string }
  await behindItsBack((_db, file) => {
    const path = file(text_sha256)
    writeFileSync(path, readFileSync(path, 'utf8').replace('31 of them', '37 of them'))
  })
  expect(await outcome(claims)).toEqual({ one: ['text_altered'] })
  const { problem } = (await ask<Claim>('GET', `${p}/claims/${claims.one.claim_id}`)).evidence[0]!
  expect(problem).toMatchObject({ was: '31 of them without a nap', is: '37 of them without a nap' })
})

it('a dataset goes away, and with it its version, the receipt and, once it is deleted, the analysis', async () => {
  const { dataset_id } = await ask('POST', '/data/import', { name: 'recall', format: 'csv', content: csv })
  const { receipt } = await ask('POST', '/data/query', { sql: 'SELECT avg(words) AS m FROM recall' })
  const order = { dataset_id: dataset_id!, method: 'descriptives', variables: { variables: ['words'] } }
  const analysis_id = String((await ask('POST', '/stats/analyze', order))['analysis_id'])
  const other = String((await ask('POST', '/stats/analyze', order))['analysis_id'])
  const figure: JsonObject = { type: 'analysis', analysis_id: other, pointer: '/n', value: 20 }
  const wrong = await svc.request('POST', `/api${p}/claims`, {
    body: { text: 'X', evidence: [{ ...figure, value: 21 }] },
  })
  expect([wrong.status, wrong.body.code, wrong.body.actual]).toEqual([422, 'value_differs', 20])
  const claims = {
    version: await claimed('A version.', { type: 'dataset', dataset_id: dataset_id!, version: 1 }),
    receipt: await claimed('A receipt.', { type: 'query', receipt: receipt! }),
    analysis: await claimed('An analysis.', { type: 'analysis', analysis_id }),
    figure: await claimed('Its figure.', figure),
  }
  expect(await outcome(claims)).toEqual({ version: [], receipt: [], analysis: [], figure: [] })
  await svc.request('DELETE', `/api/stats/analyses/${analysis_id}`)
  await svc.request('DELETE', `/api/data/datasets/${String(dataset_id)}`, { body: { confirm: 'recall', force: true } })
  await behindItsBack(db => db.exec("UPDATE stats_analyses SET summary = json_set(summary, '$.n', 21)"))
  expect(await outcome(claims)).toEqual({
    version: ['dataset_version_missing'],
    receipt: ['receipt_invalid'],
    analysis: ['analysis_missing'],
    figure: ['value_differs'],
  })
})
