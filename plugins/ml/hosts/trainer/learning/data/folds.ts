import { Random, range } from './random.ts'

export interface Fold {
  /** From 1, counted through all repeats. */
  fold: number
  train: Int32Array
  test: Int32Array
}

export interface FoldOrder {
  scheme: 'k_fold' | 'stratified_k_fold' | 'group_k_fold' | 'time_series' | 'holdout' | 'given'
  folds: number
  repeats: number
  shuffle: boolean
  /** The share of a holdout. */
  testSize: number
  seed: number
  rows: number
  /** Class of each row; null for numbers. */
  classes: Float64Array | null
  /** Group of each row for `group_k_fold`, fold of each row for `given`. */
  groups: Int32Array | null
  /** What the rows are ordered by, for `time_series`. */
  order: Float64Array | null
}

/** The rows that each fold is trained and judged on. */
export function makeFolds(order: FoldOrder): Fold[] {
  const { scheme } = order
  if (scheme === 'holdout') return [holdout(order)]
  if (scheme === 'time_series') return timeSeries(order)
  if (scheme === 'given') return split(order.groups!, new Set(order.groups).size, 0)
  const repeats = Array.from({ length: order.repeats }, (_, repeat) =>
    split(assigned(order, repeat), order.folds, repeat * order.folds),
  )
  return repeats.flat()
}

function assigned(order: FoldOrder, repeat: number): Int32Array {
  const random = new Random(order.seed, 11, repeat)
  if (order.scheme === 'group_k_fold') return byGroup(order, random)
  if (order.scheme === 'stratified_k_fold' && order.classes) return byClass(order, order.classes, random)
  return bySize(order, random)
}

/** Consecutive pieces, as even as they can be. */
function bySize({ rows, folds, shuffle }: FoldOrder, random: Random): Int32Array {
  const sequence = range(rows)
  if (shuffle) random.shuffle(sequence)
  const assignment = new Int32Array(rows)
  for (let index = 0; index < rows; index += 1)
    assignment[sequence[index]!] = Math.min(folds - 1, Math.floor((index * folds) / rows))
  return assignment
}

/** The rows of each class are dealt out like cards, each class where the one before it ended. */
function byClass({ rows, folds, shuffle }: FoldOrder, classes: Float64Array, random: Random): Int32Array {
  const sequence = range(rows)
  if (shuffle) random.shuffle(sequence)
  const assignment = new Int32Array(rows)
  const byCode = new Map<number, number[]>()
  for (const row of sequence) {
    const list = byCode.get(classes[row]!)
    if (list) list.push(row)
    else byCode.set(classes[row]!, [row])
  }
  let dealt = 0
  for (const code of [...byCode.keys()].toSorted((one, other) => one - other))
    for (const row of byCode.get(code)!) assignment[row] = dealt++ % folds
  return assignment
}

/** The largest group first, each into the fold that has the fewest rows. */
function byGroup({ rows, folds, shuffle, groups }: FoldOrder, random: Random): Int32Array {
  const sizes = new Map<number, number>()
  for (const group of groups!) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  const names = Int32Array.from([...sizes.keys()].toSorted((one, other) => one - other))
  if (shuffle) random.shuffle(names)
  const filled = new Array<number>(folds).fill(0)
  const foldOf = new Map<number, number>()
  for (const group of [...names].toSorted((one, other) => sizes.get(other)! - sizes.get(one)!)) {
    const fold = filled.indexOf(Math.min(...filled))
    filled[fold]! += sizes.get(group)!
    foldOf.set(group, fold)
  }
  const assignment = new Int32Array(rows)
  for (let row = 0; row < rows; row += 1) assignment[row] = foldOf.get(groups![row]!)!
  return assignment
}

function split(assignment: Int32Array, folds: number, before: number): Fold[] {
  return Array.from({ length: folds }, (_, fold) => ({
    fold: before + fold + 1,
    train: rowsWhere(assignment, each => each !== fold),
    test: rowsWhere(assignment, each => each === fold),
  }))
}

function rowsWhere(assignment: Int32Array, isWanted: (fold: number) => boolean): Int32Array {
  const rows: number[] = []
  for (let row = 0; row < assignment.length; row += 1) if (isWanted(assignment[row]!)) rows.push(row)
  return Int32Array.from(rows)
}

/** Each fold is judged on the rows that follow those it was trained on; rows of one moment stay on one side. */
function timeSeries({ rows, folds, order }: FoldOrder): Fold[] {
  const sequence = range(rows).sort((one, other) => order![one]! - order![other]! || one - other)
  const size = Math.floor(rows / (folds + 1))
  const first = rows - size * folds
  const afterTies = (place: number): number => {
    let end = place
    while (end > 0 && end < rows && order![sequence[end]!] === order![sequence[end - 1]!]) end += 1
    return end
  }
  const made: Fold[] = []
  for (let fold = 0; fold < folds; fold += 1) {
    const from = afterTies(first + fold * size)
    const to = fold === folds - 1 ? rows : afterTies(first + (fold + 1) * size)
    if (to <= from) continue
    made.push({
      fold: made.length + 1,
      train: sequence.slice(0, from).sort(),
      test: sequence.slice(from, to).sort(),
    })
  }
  return made
}

/** As one fold of stratified folds for classes; without `shuffle` the last rows. */
function holdout(order: FoldOrder): Fold {
  const { rows, testSize, shuffle, seed, classes } = order
  const wanted = Math.min(rows - 1, Math.max(1, Math.round(rows * testSize)))
  if (!shuffle) return { fold: 1, train: range(rows - wanted), test: range(rows).slice(rows - wanted) }
  const random = new Random(seed, 11, 0)
  const sequence = random.shuffle(range(rows))
  if (classes) {
    const counts = new Map<number, number>()
    const place = Float64Array.from(sequence, row => {
      const seen = counts.get(classes[row]!) ?? 0
      counts.set(classes[row]!, seen + 1)
      return seen
    })
    const share = (index: number): number => (place[index]! + 0.5) / counts.get(classes[sequence[index]!]!)!
    const ranked = range(rows).sort((one, other) => share(one) - share(other) || one - other)
    const stratified = ranked.map(index => sequence[index]!)
    return { fold: 1, train: stratified.slice(wanted).sort(), test: stratified.slice(0, wanted).sort() }
  }
  return { fold: 1, train: sequence.slice(wanted).sort(), test: sequence.slice(0, wanted).sort() }
}
