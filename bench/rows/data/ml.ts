import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Fits } from '../../peers/ml/fit-ours.ts'
import { median } from '../../support/load.ts'
import { root } from '../../support/process.ts'
import { runQueue } from '../../support/queue-process.ts'
import { addedAtLeast, atMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { startSvc } from '../../support/svc.ts'

const run = promisify(execFile)
const rounds = 3
const trees = 10
const predictions = 200
const names: [string, string, number][] = [
  ['boosting_classes', 'boosting, two classes, 100 rounds', 2],
  ['boosting_numbers', 'boosting, numbers, 100 rounds', 2],
  ['forest', `forest, ${trees} full trees`, 0.5],
  ['logistic', 'logistic regression', 4],
  ['linear', 'linear regression', 4],
]

/** 100,000 rows by 20 columns, 80,000 of them trained on in one thread, beside scikit-learn in turn; and predictions over HTTP beside a small route. */
export async function ml(): Promise<Row[]> {
  return [...(await training()), ...(await predicting())]
}

async function training(): Promise<Row[]> {
  const python = ['/usr/bin/python3', 'python3'].find(each => spawnSync(each, ['-c', 'import sklearn']).status === 0)
  if (python === undefined) {
    process.stderr.write('ml: no scikit-learn here, so nothing stands beside the trainers\n')
    return []
  }
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'))
  try {
    const env = {
      ...process.env,
      OMP_NUM_THREADS: '1',
      OPENBLAS_NUM_THREADS: '1',
      FOLDER: folder,
      TREES: String(trees),
    }
    const [theirs, ours]: [Fits[], Fits[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      const { stdout } = await run(python, ['bench/peers/ml/fit-scikit-learn.py'], { cwd: root, env })
      theirs.push(JSON.parse(stdout) as Fits)
      ours.push(await runQueue<Fits>('bench/peers/ml/fit-ours.ts', { FOLDER: folder, TREES: trees }))
    }
    return names.flatMap(([name, path, limit]) => rowsOf(name, path, limit, ours, theirs))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function rowsOf(name: string, what: string, limit: number, ours: Fits[], theirs: Fits[]): Row[] {
  const path = `${what}, 80,000 × 20`
  const cpu = (fits: Fits[]): number => median(fits.map(each => each[name]!.cpu_s))
  const score = (fits: Fits[]): number => median(fits.map(each => each[name]!.score))
  const beside = (value: number) => ({ name: 'scikit-learn', value })
  return [
    atMost({ path, measure: 'CPU', ours: cpu(ours), beside: beside(cpu(theirs)), unit: 's' }, limit),
    addedAtLeast(
      { path, measure: 'AUC or R² of the other rows', ours: score(ours), beside: beside(score(theirs)), unit: '' },
      -0.005,
    ),
  ]
}

async function predicting(): Promise<Row[]> {
  const server = await startSvc({})
  try {
    const headers = { authorization: `Bearer ${server.key}` }
    const lines = Array.from(
      { length: 2000 },
      (_, row) => `${row % 97},${(row * 7) % 31},${row % 3 ? 'a' : 'b'},${(row % 97) * 2 + (row % 31)}`,
    )
    const form = new FormData()
    form.set('name', 'bench')
    form.set('file', new Blob([['x', 'z', 'kind', 'y'].join(','), '\n', lines.join('\n')]), 'bench.csv')
    await fetch(`${server.url}/api/data/import`, { method: 'POST', headers, body: form })
    const json = { ...headers, 'content-type': 'application/json' }
    const order = { dataset_id: 'bench', task: 'regression', target: 'y', trainer: 'gradient_boosting' }
    const trained = await fetch(`${server.url}/api/ml/train`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(order),
    })
    const { run_id } = (await trained.json()) as { run_id: string }
    const ask = (count: number) => async (): Promise<void> => {
      const rows = Array.from({ length: count }, (_, row) => ({ x: row % 97, z: row % 31, kind: 'a' }))
      const body = JSON.stringify({ rows })
      await (
        await fetch(`${server.url}/api/ml/models/${run_id}/predict`, { method: 'POST', headers: json, body })
      ).text()
    }
    const small = async (): Promise<void> => void (await (await fetch(`${server.url}/api/auth/me`, { headers })).text())
    const [bare, one, thousand] = await interleaved([small, ask(1), ask(1000)])
    const row = (measure: string, ours: number): Omit<Row, 'ratio' | 'goal' | 'met'> => ({
      path: 'predict over HTTP',
      measure,
      ours,
      beside: { name: 'GET /api/auth/me', value: bare! },
      unit: 'ms',
    })
    return [
      { ...row('one row, p50', one!), ratio: one! / bare!, goal: '+ ≤ 1 ms', met: one! - bare! <= 1 },
      { ...row('1,000 rows, p50', thousand!), ratio: thousand! / bare!, goal: 'none', met: true },
    ]
  } finally {
    await server.stop()
  }
}

/** In turn, so that a busy machine is busy for all of them. */
async function interleaved(works: readonly (() => Promise<void>)[]): Promise<number[]> {
  const times = works.map((): number[] => [])
  for (let round = 0; round < predictions; round += 1)
    for (const [index, work] of works.entries()) {
      const began = performance.now()
      await work()
      if (round >= 20) times[index]!.push(performance.now() - began)
    }
  return times.map(median)
}
