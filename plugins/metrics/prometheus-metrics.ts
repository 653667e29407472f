import { setTimeout as wait } from 'node:timers/promises'
import { messageOf } from '@svc/plugin'
import type { Logger, MetricSample, MetricsCollector, PluginDirectory, ProbeAnswer } from '@svc/plugin'
import prometheus from 'prom-client'
import type { Counter, Histogram, Registry } from 'prom-client'

interface CounterSeries {
  counter: Counter
  bounds: BoundedLabels
}

interface HistogramSeries {
  histogram: Histogram
  bounds: BoundedLabels
}

const readTimeoutMs = 5_000
const freshMs = 1_000
const mostSamples = 2_000

type Read = () => readonly MetricSample[] | Promise<readonly MetricSample[]>

/** Everything that was declared, in a registry of prom-client. */
export class PrometheusMetrics implements MetricsCollector {
  readonly #registry = new prometheus.Registry()
  readonly #log: Logger
  readonly #gauges = new Map<string, { help: string; read: Read }>()
  /** Gauges whose last reading failed. */
  readonly #failing = new Set<string>()
  #last: { at: number; answer: Promise<ProbeAnswer> } | null = null

  constructor(log: Logger) {
    this.#log = log
    prometheus.collectDefaultMetrics({ register: this.#registry })
  }

  /** Once a second at most, however often it is asked for. */
  scrape(): Promise<ProbeAnswer> {
    const now = performance.now()
    if (this.#last === null || now - this.#last.at > freshMs) this.#last = { at: now, answer: this.#scrape() }
    return this.#last.answer
  }

  gauge(name: string, help: string, read: Read): void {
    if (this.#gauges.has(name)) throw new Error(`The metric ${name} is registered twice.`)
    this.#gauges.set(name, { help, read })
  }

  counter(
    name: string,
    help: string,
    labelNames?: readonly string[],
  ): { add(value?: number, labels?: Record<string, string>): void } {
    const make = (names: readonly string[]): CounterSeries => ({
      counter: new prometheus.Counter({ name, help, labelNames: names, registers: [this.#registry] }),
      bounds: new BoundedLabels(names),
    })
    let series = labelNames && make(labelNames)
    return {
      add: (value = 1, labels = {}) => {
        // A wrong number must not break what it was to measure.
        if (!Number.isFinite(value) || value < 0) return
        series ??= make(Object.keys(labels))
        series.counter.inc(series.bounds.fit(labels), value)
      },
    }
  }

  histogram(
    name: string,
    help: string,
    buckets: readonly number[],
    labelNames?: readonly string[],
  ): { observe(value: number, labels?: Record<string, string>): void } {
    const registers = [this.#registry]
    const make = (names: readonly string[]): HistogramSeries => ({
      histogram: new prometheus.Histogram({ name, help, labelNames: names, buckets: [...buckets], registers }),
      bounds: new BoundedLabels(names),
    })
    let series = labelNames && make(labelNames)
    return {
      observe: (value, labels = {}) => {
        if (!Number.isFinite(value)) return
        series ??= make(Object.keys(labels))
        series.histogram.observe(series.bounds.fit(labels), value)
      },
    }
  }

  async #scrape(): Promise<ProbeAnswer> {
    const read = await this.#readGauges()
    const text = [await this.#registry.metrics(), await read.metrics()].join('\n')
    return { contentType: this.#registry.contentType, text }
  }

  /** Made anew for each scrape: which labels there are is known when the samples are. */
  async #readGauges(): Promise<Registry> {
    const registry = new prometheus.Registry()
    const read = [...this.#gauges].map(async ([name, { help, read }]) => ({
      name,
      help,
      samples: await this.#read(name, read),
    }))
    for (const { name, help, samples } of await Promise.all(read)) {
      const labelNames = [...new Set(samples.flatMap(({ labels = {} }) => Object.keys(labels)))]
      const gauge = new prometheus.Gauge({ name, help, labelNames, registers: [registry] })
      // A gauge without labels stands at 0 until it is set, which nobody has read.
      if (samples.length === 0) gauge.remove()
      for (const { value, labels = {} } of samples) gauge.set(labels, value)
    }
    return registry
  }

  async #read(name: string, read: Read): Promise<readonly MetricSample[]> {
    const given = new AbortController()
    try {
      const samples = await Promise.race([Promise.resolve().then(read), tooLate(given.signal)])
      this.#failing.delete(name)
      return samples.slice(0, mostSamples)
    } catch (error) {
      // Logged once, not at every scrape.
      if (!this.#failing.has(name)) this.#log.warn({ metric: name }, `${name} cannot be read: ${messageOf(error)}`)
      this.#failing.add(name)
      return []
    } finally {
      given.abort()
    }
  }
}

async function tooLate(signal: AbortSignal): Promise<never> {
  await wait(readTimeoutMs, undefined, { signal })
  throw new Error(`no answer within ${readTimeoutMs} ms`)
}

type Labels = Record<string, string>

const valuesPerLabel = 500
const seriesPerMetric = 2_000
const longestValue = 128

/** What values beyond the bounds are counted under. */
const otherValue = 'other'

/** Keeps the number of a metric's series bounded, whatever people call their queues and job kinds. */
class BoundedLabels {
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

/** Which plugins run of those that should. */
export function measurePlugins(metrics: MetricsCollector, directory: Pick<PluginDirectory, 'list'>): void {
  metrics.gauge('svc_plugin_running', '1 when a plugin that is switched on runs, 0 when it does not', () =>
    directory
      .list()
      .filter(({ enabled }) => enabled)
      .map(({ id, outcome }) => ({ value: outcome === 'running' ? 1 : 0, labels: { plugin: id } })),
  )
}
