import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { load, median } from '../../support/load.ts'
import { root } from '../../support/process.ts'
import { atMost, noGoal } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { startSvc } from '../../support/svc.ts'
import type { SvcServer } from '../../support/svc.ts'

const run = promisify(execFile)
const path = 'linear regression, 100,000 rows x 8'
const measure = 'an analysis over HTTP, once warm'
const rows = 100_000
const predictors = Array.from({ length: 8 }, (_, index) => `x${index + 1}`)
const rounds = 5
const analysesARound = 3

/** `POST /api/stats/analyze` from the request to the whole answer, beside native R that has the data in memory. */
export async function statistics(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-statistics-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const csv = makeTable()
  const file = join(folder, 'table.csv')
  await writeFile(file, csv)
  if (!(await hasR())) {
    process.stderr.write('statistics: Rscript is not installed (r-base-core), so there is nothing to stand beside.\n')
    return []
  }
  const svc = await startSvc()
  stack.defer(() => svc.stop())
  const dataset = await imported(svc, csv)
  const target = {
    url: `${svc.url}/api/stats/analyze`,
    pid: svc.pid,
    method: 'POST' as const,
    headers: { authorization: `Bearer ${svc.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      dataset_id: dataset,
      method: 'linear_regression',
      variables: { dependent: 'y', predictors },
    }),
  }
  await load(target, 10)
  const ours: number[] = []
  const native: { ours: number; lm: number }[] = []
  for (let round = 0; round < rounds; round++) {
    ours.push((await load(target, analysesARound)).p50Ms)
    native.push(await nativeR(file))
  }
  const figure = { path, measure, ours: median(ours), unit: 'ms' }
  return [
    atMost(
      { ...figure, beside: { name: 'native R, the same functions', value: median(native.map(each => each.ours)) } },
      2.5,
    ),
    noGoal({ ...figure, beside: { name: 'native R, lm and summary', value: median(native.map(each => each.lm)) } }),
  ]
}

async function imported(svc: SvcServer, csv: string): Promise<string> {
  const form = new FormData()
  form.set('name', 'table')
  form.set('file', new Blob([csv], { type: 'text/csv' }), 'table.csv')
  const answer = await fetch(`${svc.url}/api/data/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${svc.key}` },
    body: form,
  })
  if (!answer.ok) throw new Error(`the import answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { dataset_id: string }).dataset_id
}

async function nativeR(file: string): Promise<{ ours: number; lm: number }> {
  const script = join(root, 'bench/peers/data/native-linear-regression.R')
  const { stdout } = await run('Rscript', [script, file, join(root, 'plugins/stats/r'), String(analysesARound)])
  return JSON.parse(stdout) as { ours: number; lm: number }
}

async function hasR(): Promise<boolean> {
  return run('Rscript', ['--version']).then(
    () => true,
    () => false,
  )
}

/** Predictors from a normal distribution, and y of all of them with noise. The same table each time. */
function makeTable(): string {
  let state = 1
  const uniform = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
  const normal = (): number => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
  const lines = Array.from({ length: rows }, () => {
    const x = predictors.map(normal)
    const y = x.reduce((sum, value, index) => sum + (index + 1) * value, 0) + 20 * normal()
    return [...x, y].join(',')
  })
  return `${predictors.join(',')},y\n${lines.join('\n')}\n`
}
