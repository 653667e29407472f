import type { Timing } from './actor.ts'
import type { Sample } from './samples.ts'

/** A figure of the last tenth beside that of the second, in which everything is warm. */
export interface Growth {
  what: string
  unit: string
  second: number
  last: number
  ratio: number
  within: boolean
}

const goal = 1.1

const measures: { what: string; unit: string; of: (sample: Sample) => number }[] = [
  { what: 'memory of the server', unit: 'MiB', of: ({ serverMb }) => serverMb },
  { what: 'memory of its children', unit: 'MiB', of: ({ childrenMb }) => childrenMb },
  { what: 'file descriptors', unit: '', of: ({ descriptors }) => descriptors },
  { what: 'handles', unit: '', of: ({ handles }) => handles },
  { what: 'disk outside of data', unit: 'MiB', of: ({ otherDiskMb }) => otherDiskMb },
]

/** Medians of what is held, and the slowest hundredth of each kind of work. */
export function growths(samples: readonly Sample[], timings: readonly Timing[], lengthMs: number): Growth[] {
  const isIn = (tenth: number) => (each: { at: number }) => Math.floor((each.at / lengthMs) * 10) === tenth
  const held = measures.map(({ what, unit, of }) =>
    growth(
      what,
      unit,
      [1, 9].map(tenth => quantile(samples.filter(isIn(tenth)).map(of).filter(Number.isFinite), 0.5)),
    ),
  )
  const byKind = Object.entries(Object.groupBy(timings, ({ kind }) => kind))
  const slowest = byKind.map(([kind, of = []]) =>
    growth(
      `p99 of ${kind}`,
      'ms',
      [1, 9].map(tenth =>
        quantile(
          of.filter(isIn(tenth)).map(({ ms }) => ms),
          0.99,
        ),
      ),
    ),
  )
  return [...held, ...slowest]
}

/** The value below which such a share of the values lies; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function growth(what: string, unit: string, [second = Number.NaN, last = Number.NaN]: readonly number[]): Growth {
  const ratio = last / second
  return { what, unit, second, last, ratio, within: !(ratio > goal) }
}
