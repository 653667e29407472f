import type { Metrics, MetricsCollector } from '@svc/plugin'

type Declaration = (collector: MetricsCollector) => void

/** Keeps what rooms and plugins declare until a plugin collects it. Until then, and where none does, nothing is counted. */
export class MetricsRelay implements Metrics {
  readonly #declarations: Declaration[] = []
  #collector: MetricsCollector | null = null

  gauge(...declared: Parameters<MetricsCollector['gauge']>): void {
    this.whenCollected(collector => collector.gauge(...declared))
  }

  counter(...declared: Parameters<MetricsCollector['counter']>): ReturnType<MetricsCollector['counter']> {
    let counter: ReturnType<MetricsCollector['counter']> | undefined
    this.whenCollected(collector => (counter = collector.counter(...declared)))
    return { add: (value, labels) => counter?.add(value, labels) }
  }

  histogram(...declared: Parameters<MetricsCollector['histogram']>): ReturnType<MetricsCollector['histogram']> {
    let histogram: ReturnType<MetricsCollector['histogram']> | undefined
    this.whenCollected(collector => (histogram = collector.histogram(...declared)))
    return { observe: (value, labels) => histogram?.observe(value, labels) }
  }

  whenCollected(measure: Declaration): void {
    if (this.#collector) measure(this.#collector)
    else this.#declarations.push(measure)
  }

  collectWith(collector: MetricsCollector): void {
    if (this.#collector) throw new Error('The numbers are collected already; switch one of the plugins off that do.')
    this.#collector = collector
    for (const declare of this.#declarations.splice(0)) declare(collector)
  }
}
