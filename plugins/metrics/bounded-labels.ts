type Labels = Record<string, string>

const valuesPerLabel = 500
const seriesPerMetric = 2_000
const longestValue = 128

/** What values beyond the bounds are counted under. */
export const otherValue = 'other'

/** Keeps the number of a metric's series bounded, whatever people call their queues and job kinds. */
export class BoundedLabels {
  readonly names: readonly string[]
  readonly #values = new Map<string, Set<string>>()
  readonly #series = new Set<string>()

  constructor(names: readonly string[]) {
    this.names = names
  }

  /** Exactly the metric's labels: an unknown one is left out, a missing one is empty. */
  fit(labels: Labels): Labels {
    const fitting = Object.fromEntries(this.names.map(name => [name, this.#fitValue(name, labels[name] ?? '')]))
    const series = JSON.stringify(fitting)
    if (this.#series.has(series)) return fitting
    if (this.#series.size >= seriesPerMetric) return Object.fromEntries(this.names.map(name => [name, otherValue]))
    this.#series.add(series)
    return fitting
  }

  #fitValue(name: string, value: string): string {
    const short = value.slice(0, longestValue)
    const known = this.#values.get(name) ?? new Set()
    if (known.has(short)) return short
    if (known.size >= valuesPerLabel) return otherValue
    this.#values.set(name, known.add(short))
    return short
  }
}
