import type { Design } from '../data/frame.ts'

/** Each term's values as at most 255 bins, and one more for missing values. */
export interface Binned {
  rows: number
  terms: BinnedTerm[]
}

export interface BinnedTerm {
  bins: Uint8Array
  /** A value is in bin b when it is greater than b of the edges. Missing values are in the bin after the last. */
  edges: Float32Array
  hasMissing: boolean
}

/** Values that the edges are found from: more would change no edge that matters. */
const mostSampled = 200_000

export function binDesign(design: Design, maxBins: number): Binned {
  return { rows: design.rows, terms: design.terms.map(term => binTerm(term, maxBins)) }
}

function binTerm(values: Float32Array, maxBins: number): BinnedTerm {
  const step = Math.ceil(values.length / mostSampled)
  const sample = step === 1 ? values : values.filter((_, row) => row % step === 0)
  const known = Float32Array.from(sample).sort()
  // Missing values are the last.
  let present = known.length
  while (present > 0 && Number.isNaN(known[present - 1]!)) present -= 1
  const edges = edgesOf(known.subarray(0, present), maxBins)
  const bins = new Uint8Array(values.length)
  const hasMissing = assignBins(values, edges, bins)
  return { bins, edges, hasMissing }
}

const cells = 1024

/** A grid says which edges come into question, so that most values need no search. */
function assignBins(values: Float32Array, edges: Float32Array, bins: Uint8Array): boolean {
  const low = edges[0] ?? 0
  const scale = edges.length > 1 ? cells / (edges.at(-1)! - low) : 0
  const cellOf = (value: number): number => Math.max(0, Math.min(cells - 1, Math.floor((value - low) * scale)))
  // Edges in cells before this one are less than each value in it; it has those before the next one's.
  const first = new Int32Array(cells + 1)
  for (const edge of edges) first[cellOf(edge) + 1]! += 1
  for (let cell = 0; cell < cells; cell += 1) first[cell + 1]! += first[cell]!
  let hasMissing = false
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row]!
    if (value !== value) {
      bins[row] = edges.length + 1
      hasMissing = true
      continue
    }
    const cell = cellOf(value)
    let from = first[cell]!
    let to = first[cell + 1]!
    while (from < to) {
      const middle = (from + to) >> 1
      if (edges[middle]! < value) from = middle + 1
      else to = middle
    }
    bins[row] = from
  }
  return hasMissing
}

/** Between neighbouring values where there are few of them, else where equal shares of the rows meet. */
function edgesOf(sorted: Float32Array, maxBins: number): Float32Array {
  const distinct: number[] = []
  for (let row = 0; row < sorted.length && distinct.length <= maxBins; row += 1)
    if (row === 0 || sorted[row] !== sorted[row - 1]) distinct.push(sorted[row]!)
  if (distinct.length <= maxBins)
    return Float32Array.from({ length: Math.max(0, distinct.length - 1) }, (_, index) =>
      between(distinct[index]!, distinct[index + 1]!),
    )
  const edges: number[] = []
  for (let bin = 1; bin < maxBins; bin += 1) {
    const place = Math.floor((bin * sorted.length) / maxBins)
    const edge = between(sorted[place - 1]!, sorted[place]!)
    if (edges.length === 0 || edge > edges.at(-1)!) edges.push(edge)
  }
  return Float32Array.from(edges)
}

/** A float32 that is not less than the smaller and less than the greater, where there is one. */
function between(low: number, high: number): number {
  const middle = Math.fround(low / 2 + high / 2)
  return middle < high ? middle : low
}
