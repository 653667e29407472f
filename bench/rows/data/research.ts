import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from '../../support/load.ts'
import { atMost, noGoal } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { startSvc } from '../../support/svc.ts'

const rounds = 11
const sourceCount = 100
const claimCount = 1000
/** A paper of some 60 pages. */
const sourceCharacters = 200_000
/** Of a report of 100 pages. */
const paragraphs = 500
const filler = 'Each sentence of this report rests on what was read, and says so in words that fill a page. '.repeat(6)

/** A project of 1,000 claims over 100 sources verified, beside hashing the same files; and a report of 100 pages linted after a change and after a restart. */
export async function research(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  let svc = await startSvc({ folder })
  stack.defer(() => svc.stop())
  const send = async <Answer>(method: string, path: string, body: object): Promise<Answer> => {
    const answer = await fetch(`${svc.url}/api/research${path}`, {
      method,
      headers: { authorization: `Bearer ${svc.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const project = await send<{ research_project_id: string }>('POST', '/projects', { title: 'Bench' })
  const path = `/projects/${project.research_project_id}`
  const claims = await makeClaims(send, path)
  const files = globSync(join(svc.home, 'workspaces', 'ws_*', 'research', 'snapshots', '*'))
  if (files.length !== sourceCount) throw new Error(`There are ${files.length} files of sources.`)
  const verify = async (): Promise<void> => {
    const { ok, checked } = await send<{ ok: boolean; checked: { evidence: number } }>('POST', `${path}/verify`, {})
    if (!ok || checked.evidence !== claimCount) throw new Error('The verification did not look at every quote.')
  }
  const { report_id } = await send<{ report_id: string }>('POST', `${path}/reports`, reportOf(claims, 0))
  const report = `${path}/reports/${report_id}`
  const times = { verified: [] as number[], hashed: [] as number[], linted: [] as number[] }
  await verify()
  for (let round = 1; round <= rounds; round += 1) {
    times.verified.push(await taking(verify))
    times.hashed.push(await taking(() => files.forEach(file => hash('sha256', readFileSync(file)))))
    await send('PUT', report, reportOf(claims, round))
    times.linted.push(await taking(() => send('POST', `${report}/lint`, {})))
  }
  await svc.stop()
  svc = await startSvc({ folder })
  const firstLint = await taking(() => send('POST', `${report}/lint`, {}))
  return [
    atMost(
      {
        path: 'research, 1,000 claims over 100 sources of 200 kB',
        measure: 'POST …/verify, from the request to the answer',
        ours: median(times.verified),
        unit: 'ms',
        beside: { name: 'reading and hashing the same files', value: median(times.hashed) },
      },
      3,
    ),
    atMost(
      {
        path: 'research, a report of 100 pages',
        measure: 'POST …/lint after a change, p50',
        ours: median(times.linted),
        unit: 'ms',
        beside: { name: 'the goal', value: 150 },
      },
      1,
    ),
    noGoal({
      path: 'research, a report of 100 pages',
      measure: 'POST …/lint, the first after a restart',
      ours: firstLint,
      unit: 'ms',
      beside: { name: 'after a change, p50', value: median(times.linted) },
    }),
  ]
}

async function makeClaims(
  send: <Answer>(method: string, path: string, body: object) => Promise<Answer>,
  path: string,
): Promise<string[]> {
  const sources: string[] = []
  for (let source = 0; source < sourceCount; source += 1) {
    const lines: string[] = []
    for (let at = 0, size = 0; size < sourceCharacters; at += 1) {
      const line = `Passage ${source}.${at}: those who had slept recalled ${at} of ${source} word pairs after a nap of an hour.`
      lines.push(line)
      size += line.length + 1
    }
    const given = { text: lines.join('\n'), title: `Source ${source}`, key: `k${source}` }
    const { items } = await send<{ items: { source_id: string }[] }>('POST', `${path}/sources`, given)
    sources.push(items[0]!.source_id)
  }
  const claims: string[] = []
  for (let claim = 0; claim < claimCount; claim += 1) {
    const source = claim % sourceCount
    const at = 5 + Math.floor(claim / sourceCount) * 50
    const quote = `Passage ${source}.${at}: those who had slept recalled ${at} of ${source} word pairs`
    const evidence = [{ type: 'quote', source_id: sources[source], quote }]
    const made = await send<{ claim_id: string }>('POST', `${path}/claims`, { text: `Claim ${claim}.`, evidence })
    claims.push(made.claim_id)
  }
  return claims
}

function reportOf(claims: readonly string[], round: number) {
  const body = Array.from({ length: paragraphs }, (_, index) => {
    const head = index % 5 === 0 ? `## Section ${index}, round ${round}\n\n` : ''
    return `${head}It is claimed that naps help [[claim:${claims[index]}]] [@k${index % sourceCount}, p. 3]. ${filler}`
  })
  return { title: 'Report', body: body.join('\n\n') }
}

async function taking(work: () => unknown): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}
