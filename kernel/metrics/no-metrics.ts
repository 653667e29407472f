import type { ProcessMetrics } from './metrics.ts'

/** Metrics that are off: nothing is counted, and nothing is read. */
export const noMetrics: ProcessMetrics = {
  gauge: () => undefined,
  counter: () => ({ add: () => undefined }),
  histogram: () => ({ observe: () => undefined }),
  scrape: null,
}
