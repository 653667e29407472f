import type { Metrics } from '@svc/plugin'

/** What `/metrics` answers. */
export interface Scrape {
  contentType: string
  text: string
}

/** The numbers of this process. */
export interface ProcessMetrics extends Metrics {
  /** Everything that was counted, in the format of Prometheus; null while metrics are off. */
  readonly scrape: (() => Promise<Scrape>) | null
}
