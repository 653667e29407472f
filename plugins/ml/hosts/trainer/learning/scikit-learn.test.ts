import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { columnsOf, learn } from '../fixtures/learn.ts'
import type { OrderChange } from '../fixtures/learn.ts'

// Debian's Python has Debian's scikit-learn; the first in PATH may be another.
const python = ['/usr/bin/python3', 'python3'].find(each => spawnSync(each, ['-c', 'import sklearn']).status === 0)
const script = fileURLToPath(new URL('../fixtures/oracle.py', import.meta.url))

interface Oracle {
  tables: Record<string, { columns: number[][]; y: number[] }>
  predictions: Record<string, number[]>
}
let oracle: Oracle
const names = {
  classes: ['wine', 'cancer'].flatMap(table =>
    ['logistic_regression', 'knn', 'gradient_boosting', 'random_forest'].map(trainer => `${table}/${trainer}`),
  ),
  lines: ['diabetes', 'friedman'].flatMap(table =>
    ['linear_regression', 'ridge', 'elastic_net', 'knn'].map(trainer => `${table}/${trainer}`),
  ),
  trees: ['friedman/gradient_boosting', 'friedman/random_forest'],
}
const orders: Record<string, OrderChange> = {
  logistic_regression: {
    trainer: 'logistic_regression',
    params: { max_iter: 1000 },
    preprocess: { scale: 'standard' },
  },
  knn: { trainer: 'knn', preprocess: { scale: 'standard' } },
  gradient_boosting: { trainer: 'gradient_boosting', preprocess: { impute: 'none' } },
  random_forest: { trainer: 'random_forest' },
  linear_regression: { trainer: 'linear_regression' },
  ridge: { trainer: 'linear_regression', params: { alpha: 1 } },
  elastic_net: { trainer: 'linear_regression', params: { alpha: 0.01, l1_ratio: 0.5 } },
}

async function ours(
  name: string,
  change: Partial<OrderChange>,
): Promise<{ mine: number[]; theirs: number[]; y: number[] }> {
  const [table = '', trainer = ''] = name.split('/')
  const { columns, y } = oracle.tables[table]!
  const fold = y.map((_, row) => (row * 7) % 5)
  const features = Object.fromEntries(columns.map((column, index) => [`x${index}`, column]))
  const { lines } = await learn(columnsOf({ ...features, y, fold }), {
    ...orders[trainer]!,
    ...change,
    validation: { fold_column: 'fold' },
  })
  return { mine: lines.map(([, , , prediction]) => Number(prediction)), theirs: oracle.predictions[name]!, y }
}

function explained(predictions: number[], y: number[]): number {
  const mean = y.reduce((sum, value) => sum + value, 0) / y.length
  const sum = (part: (row: number) => number): number => y.reduce((total, _, row) => total + part(row) ** 2, 0)
  return 1 - sum(row => predictions[row]! - y[row]!) / sum(row => y[row]! - mean)
}

describe.skipIf(python === undefined)('beside scikit-learn, in the same folds', () => {
  beforeAll(() => {
    const env = { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' }
    oracle = JSON.parse(execFileSync(python!, [script], { env, maxBuffer: 2 ** 28, encoding: 'utf8' })) as Oracle
  }, 120_000)

  it.each(names.classes)('classes are predicted as well: %s', async name => {
    const { mine, theirs, y } = await ours(name, {})
    const accuracy = (predictions: number[]): number =>
      predictions.filter((value, row) => value === y[row]).length / y.length
    const others = mine.filter((value, row) => value !== theirs[row]).length
    if (/logistic|knn/.test(name)) expect(others).toBeLessThanOrEqual(5)
    expect(Math.abs(accuracy(mine) - accuracy(theirs))).toBeLessThan(0.015)
  })

  it.each(names.lines)('numbers are the same to 1e-4: %s', async name => {
    const { mine, theirs } = await ours(name, { task: 'regression' })
    const apart = mine.map((value, row) => Math.abs(value - theirs[row]!) / Math.max(1, Math.abs(theirs[row]!)))
    expect(Math.max(...apart)).toBeLessThan(1e-4)
  })

  it.each(names.trees)('trees explain as much: %s', async name => {
    const params = name.endsWith('forest') ? { params: { max_features: 1 / 3 } } : {}
    const { mine, theirs, y } = await ours(name, { task: 'regression', ...params })
    expect(Math.abs(explained(mine, y) - explained(theirs, y))).toBeLessThan(0.02)
  })
})
