import { describe, expect, it } from 'vitest'
import { columnsOf, learn } from '../../fixtures/learn.ts'
import type { OrderChange } from '../../fixtures/learn.ts'
import { Random } from '../data/random.ts'
import { innerHoldout } from '../trees/boosting-loss.ts'

const rows = (
  count: number,
  make: (row: number, random: Random) => Record<string, number | string | boolean | null>,
) => {
  const random = new Random(7)
  const all = Array.from({ length: count }, (_, row) => make(row, random))
  return columnsOf(Object.fromEntries(Object.keys(all[0]!).map(name => [name, all.map(row => row[name]!)])))
}
const auc = async (columns: Parameters<typeof learn>[0], change: OrderChange) =>
  (await learn(columns, change)).result.validation.metrics['roc_auc']!.pooled
const codes = (warnings: { code: string }[]) => warnings.map(({ code }) => code)
const refusal = (columns: Parameters<typeof learn>[0], change: OrderChange) =>
  learn(columns, change).then(
    () => 'it was trained',
    (error: Error) => error.message,
  )

describe('what the features of a row hold of its own target', () => {
  // Fitted on all rows at once, the encoding would give an area of 0.86 here.
  it('is nothing when categories are encoded by it', async () => {
    const noise = rows(1000, (_, random) => ({ city: `c${random.below(300)}`, y: random.below(2) }))
    const order: OrderChange = { trainer: 'logistic_regression', features: ['city'], preprocess: { encode: 'target' } }
    expect(Math.abs((await auc(noise, order)) - 0.5)).toBeLessThan(0.06)
  })

  it('is nothing when the same row stands in other folds and the folds go by group', async () => {
    const repeated = rows(600, row => {
      const random = new Random(row % 60)
      return { group: row % 60, a: random.fraction(), b: random.fraction(), y: random.below(2) }
    })
    const order: OrderChange = { trainer: 'knn', features: ['a', 'b'], params: { n_neighbors: 1 } }
    const plain = await learn(repeated, order)
    expect([plain.result.validation.metrics['roc_auc']!.pooled, codes(plain.result.warnings)]).toEqual([
      1,
      expect.arrayContaining(['duplicate_rows']),
    ])
    const grouped = await auc(repeated, { ...order, validation: { scheme: 'group_k_fold', group: 'group' } })
    expect(Math.abs(grouped - 0.5)).toBeLessThan(0.2)
  })

  it('is nothing of later rows when folds go by time', async () => {
    const { result, lines } = await learn(
      rows(60, row => ({ day: 59 - row, x: row % 7, y: (row % 7) + row / 60 })),
      {
        trainer: 'linear_regression',
        task: 'regression',
        validation: { scheme: 'time_series', order: 'day', folds: 3 },
      },
    )
    expect(result.validation.folds.map(({ n_train, n_test }) => [n_train, n_test])).toEqual([
      [15, 15],
      [30, 15],
      [45, 15],
    ])
    // The latest day is the first row.
    expect(lines[0]!.slice(0, 2)).toEqual(['1', '3'])
    expect(lines).toHaveLength(45)
  })
})

describe('every trainer', () => {
  const mixed = rows(300, (_, random) => {
    const [size, kind] = [random.fraction() * 4, random.below(3)]
    const isMissing = random.below(9) === 0
    return {
      size: isMissing ? null : size,
      kind: isMissing ? null : ['red', 'green', 'blue'][kind]!,
      open: random.below(2) === 1,
      y: size + kind + random.fraction() > 3.5 ? 'high' : 'low',
      price: size * 3 + kind + random.fraction(),
    }
  })
  const all: OrderChange[] = [
    { trainer: 'linear_regression', task: 'regression', target: 'price' },
    { trainer: 'logistic_regression', preprocess: { scale: 'robust' } },
    {
      trainer: 'gradient_boosting',
      preprocess: { impute: 'none', encode: 'ordinal' },
      params: { early_stopping: true },
    },
    { trainer: 'random_forest', params: { n_estimators: 20, oob_score: true }, preprocess: { impute: 'indicator' } },
    { trainer: 'knn', preprocess: { encode: 'target', scale: 'standard' }, params: { weights: 'distance' } },
  ]

  it.each(all)('is better than the baseline, and the same twice: $trainer', async change => {
    const order = { features: ['size', 'kind', 'open'], ...change, importance: { repeats: 2 } }
    const [one, two] = [await learn(mixed, order), await learn(mixed, order)]
    const name = change.task === 'regression' ? 'r2' : 'roc_auc'
    const { validation, baseline, importance } = one.result
    expect(validation.metrics[name]!.mean).toBeGreaterThan(baseline[name]! + 0.25)
    expect(importance[0]!.feature).toBe('size')
    expect(importance.map(({ feature }) => feature).toSorted()).toEqual(['kind', 'open', 'size'])
    expect(two.result).toEqual(one.result)
    expect(two.bytes.equals(one.bytes)).toBe(true)
  })

  it('gives figures that can be computed again from the held-out predictions', async () => {
    const { result, lines, head } = await learn(mixed, { trainer: 'logistic_regression', features: ['size', 'kind'] })
    expect(head).toEqual(['row', 'fold', 'y', 'prediction', 'p(high)', 'p(low)'])
    const right = lines.filter(([, , y, prediction]) => y === prediction).length
    expect(right / lines.length).toBe(result.validation.metrics['accuracy']!.pooled)
    expect(result.confusion!.flat().reduce((sum, count) => sum + count, 0)).toBe(300)
  })

  it.each(['sigmoid', 'isotonic'] as const)('says probabilities that come true, after %s', async calibrate => {
    const noisy = rows(2000, (_, random) => {
      const x = random.fraction()
      return { x, z: random.fraction(), y: random.fraction() < 0.2 + 0.5 * x ? 1 : 0 }
    })
    const { calibration } = (await learn(noisy, { trainer: 'random_forest', params: { n_estimators: 20 }, calibrate }))
      .result
    expect(calibration!.brier).toBeLessThan(calibration!.brier_before! - 0.02)
    expect(calibration!.ece).toBeLessThan(0.05)
    expect(calibration!.bins.reduce((sum, bin) => sum + bin.n, 0)).toBe(2000)
  })
})

describe('the rows that judge a model', () => {
  const dayMs = 86_400_000
  const numbers = rows(240, (row, random) => ({ day: row * dayMs, x: random.fraction(), y: row % 7 === 3 ? 50 : 10 }))
  const [day, ...others] = numbers
  const days: typeof numbers = [{ ...day!, kind: 'number', meaning: 'date' } as (typeof numbers)[number], ...others]
  const order: OrderChange = {
    trainer: 'gradient_boosting',
    task: 'regression',
    features: ['day', 'x'],
    preprocess: { dates: 'parts' },
  }

  it('are a share of each class, among hundreds of thousands of rows too', () => {
    const values = Float64Array.from({ length: 600_000 }, (_, row) => Number(row % 3 === 0))
    const { fit, judged } = innerHoldout({ task: 'classification', values, classes: [0, 1] }, 0.5, new Random(1))
    expect([fit.length, judged.length]).toEqual([300_000, 300_000])
    expect(judged.reduce((sum, row) => sum + values[row]!, 0)).toBe(100_000)
  })

  it('are one part with holdout, and all of them as often as they are split anew', async () => {
    const held = await learn(days, { ...order, validation: { scheme: 'holdout', test_size: 0.25 } })
    expect(held.result.validation.folds.map(({ n_train, n_test }) => [n_train, n_test])).toEqual([[180, 60]])
    expect(held.lines).toHaveLength(60)
    const again = await learn(days, { ...order, validation: { scheme: 'k_fold', folds: 3, repeats: 2 } })
    expect(again.result.validation.folds.map(({ n_test }) => n_test)).toEqual([80, 80, 80, 80, 80, 80])
  })

  it('show that a date is known by its weekday, and not when dates are dropped', async () => {
    const parts = await learn(days, order)
    expect(parts.result.validation.metrics['r2']!.pooled).toBeGreaterThan(0.9)
    const dropped = await learn(days, { ...order, preprocess: { dates: 'drop' } })
    expect(dropped.result.features.map(({ name }) => name)).toEqual(['x'])
    expect(dropped.result.validation.metrics['r2']!.pooled).toBeLessThan(0.2)
  })
})

describe('data that cannot be learned from', () => {
  it('ends the training with the error of the fold that fails first', async () => {
    const fitters = {
      start: () => {},
      fold: () => Promise.reject(new Error('The fold failed.')),
      final: () => new Promise<never>(() => {}),
    }
    const numbers = rows(40, (row, random) => ({ x: random.fraction(), y: row % 2 }))
    await expect(learn(numbers, { trainer: 'knn' }, fitters)).rejects.toThrow('The fold failed.')
  })

  const few = (change: (row: number) => Record<string, number | string | null>) =>
    rows(30, row => ({ x: row % 5, ...change(row) }))
  it.each<[string, Parameters<typeof learn>[0], Partial<OrderChange>, RegExp]>([
    ['one class', few(() => ({ y: 'a' })), {}, /"y" has one class only, "a"/],
    [
      'a class smaller than the folds',
      few(row => ({ y: row < 3 ? 'b' : 'a' })),
      {},
      /"y" .*fewer rows than the 5 folds: "b" \(3\)/,
    ],
    ['a constant target', few(() => ({ y: 4 })), { trainer: 'knn', task: 'regression' }, /"y" is constant/],
    [
      'text where numbers belong',
      few(row => ({ y: `t${row}` })),
      { trainer: 'knn', task: 'regression' },
      /"y" holds text/,
    ],
    ['too many classes', rows(300, row => ({ x: row % 5, y: row })), {}, /300 classes, more than the 100/],
    [
      'nothing but an id and a constant',
      rows(30, row => ({ id: row, c: 1, y: row % 2 })),
      {},
      /"c" is constant, "id" is an identifier/,
    ],
    [
      'infinity',
      few(row => ({ inf: row === 4 ? Infinity : 1, y: row % 2 })),
      {},
      /"inf" holds an infinite number \(row 5\)/,
    ],
    [
      'holes that nothing fills',
      few(row => ({ h: row % 3 ? row : null, y: row % 2 })),
      { preprocess: { impute: 'none' } },
      /"h": values are missing/,
    ],
    [
      'too many features',
      rows(4000, row => ({ a: `a${row % 1500}`, b: `b${row % 1499}`, y: row % 2 })),
      { preprocess: { max_categories: 1500 } },
      /2999 numbers a row, more than the 2000/,
    ],
  ])('%s', async (_, columns, change, message) => {
    expect(await refusal(columns, { trainer: 'logistic_regression', ...change })).toMatch(message)
  })

  it('leaves out ids and constants by name, and warns of leaks and rare classes', async () => {
    const columns = rows(200, (row, random) => {
      const y = row % 20 === 0 ? 1 : 0
      return {
        id: row + 1,
        note: `free text ${row}`,
        c: 3,
        x: random.fraction(),
        answer: y * 10 + random.fraction(),
        y,
      }
    })
    const { result } = await learn(columns, { trainer: 'logistic_regression' })
    const { features, warnings } = result
    expect(features.map(({ name }) => name)).toEqual(['x', 'answer'])
    expect(warnings.map(({ code, columns: named }) => [code, named])).toEqual([
      ['identifier_like', ['id', 'note']],
      ['constant', ['c']],
      ['possible_leak', ['answer']],
      ['class_imbalance', undefined],
    ])
  })

  it('takes 10,000 categories, and a column without any value in a fold', async () => {
    const columns = rows(20_000, row => ({
      city: `c${row % 10_000}`,
      late: row % 5 === 0 ? row : null,
      fold: row % 5 === 0 ? 0 : 1,
      y: row % 3 ? 1 : 0,
    }))
    const { result } = await learn(columns, {
      trainer: 'logistic_regression',
      features: ['city', 'late'],
      validation: { fold_column: 'fold' },
    })
    expect(result.validation.folds.map(({ n_test }) => n_test)).toEqual([4000, 16_000])
  })
})
