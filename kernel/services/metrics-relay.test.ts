import type { MetricsCollector } from '@svc/plugin'
import { expect, it } from 'vitest'
import { MetricsRelay } from './metrics-relay.ts'

/** Notes each call. */
function notingCollector(): MetricsCollector & { notes: unknown[] } {
  const notes: unknown[] = []
  return {
    notes,
    gauge: name => void notes.push(['gauge', name]),
    counter(name) {
      notes.push(['counter', name])
      return { add: (value, labels) => void notes.push([name, value, labels]) }
    },
    histogram(name) {
      notes.push(['histogram', name])
      return { observe: (value, labels) => void notes.push([name, value, labels]) }
    },
  }
}

it('counts nothing until somebody collects, and then what was declared before and after', () => {
  const metrics = new MetricsRelay()
  const early = metrics.counter('svc_early_total', 'Early')
  early.add(1)
  metrics.gauge('svc_things', 'Things', () => [])
  const collector = notingCollector()
  metrics.collectWith(collector)
  early.add(2, { kind: 'a' })
  metrics.histogram('svc_seconds', 'Seconds', [1]).observe(0.5)

  expect(collector.notes).toEqual([
    ['counter', 'svc_early_total'],
    ['gauge', 'svc_things'],
    ['svc_early_total', 2, { kind: 'a' }],
    ['histogram', 'svc_seconds'],
    ['svc_seconds', 0.5, undefined],
  ])
})

it('measures what is dear only where somebody collects', () => {
  const metrics = new MetricsRelay()
  const measured: string[] = []
  metrics.whenCollected(() => measured.push('before'))
  expect(measured).toEqual([])
  metrics.collectWith(notingCollector())
  metrics.whenCollected(() => measured.push('after'))
  expect(measured).toEqual(['before', 'after'])
  expect(() => metrics.collectWith(notingCollector())).toThrow('collected already')
})
