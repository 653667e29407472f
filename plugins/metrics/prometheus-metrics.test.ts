import { describe, expect, it } from 'vitest'
import { recordingLog } from '../../test/support/recording-log.ts'
import { PrometheusMetrics } from './prometheus-metrics.ts'

const open = (log = recordingLog()): PrometheusMetrics => new PrometheusMetrics(log)

/** The lines of one metric, with its help and type. */
async function linesOf(metrics: PrometheusMetrics, name: string): Promise<string[]> {
  const { text } = await metrics.scrape()
  return text.split('\n').filter(line => line.replace(/^# (HELP|TYPE) /, '').startsWith(name))
}

describe('Metrics', () => {
  it('show a counter without labels from the start, so that its first increase is seen', async () => {
    const metrics = open()
    const made = metrics.counter('svc_made_total', 'Made', [])

    expect((await linesOf(metrics, 'svc_made_total')).at(-1)).toBe('svc_made_total 0')
    made.add(3)
  })

  it('take the labels of the first call where none were named', async () => {
    const metrics = open()
    const made = metrics.counter('svc_made_total', 'Made')
    made.add(1, { kind: 'a' })
    made.add(2, { kind: 'a', surprise: 'left out' })
    made.add()
    made.add(Number.NaN, { kind: 'a' })
    made.add(-1, { kind: 'a' })

    expect(await linesOf(metrics, 'svc_made_total')).toEqual([
      '# HELP svc_made_total Made',
      '# TYPE svc_made_total counter',
      'svc_made_total{kind="a"} 3',
      'svc_made_total{kind=""} 1',
    ])
  })

  it('count everything beyond the bound of label values as other', async () => {
    const metrics = open()
    const made = metrics.counter('svc_made_total', 'Made', ['kind'])
    for (let i = 0; i < 700; i++) made.add(1, { kind: `kind-${i}` })
    const lines = await linesOf(metrics, 'svc_made_total{')

    expect(lines).toHaveLength(501)
    expect(lines.at(-1)).toBe('svc_made_total{kind="other"} 200')
  })

  it('bound the combinations as well', async () => {
    const metrics = open()
    const made = metrics.counter('svc_made_total', 'Made', ['a', 'b'])
    for (let i = 0; i < 60; i++) for (let j = 0; j < 60; j++) made.add(1, { a: `${i}`, b: `${j}` })

    expect(await linesOf(metrics, 'svc_made_total{')).toHaveLength(2001)
  })

  it('put observations into buckets', async () => {
    const metrics = open()
    const took = metrics.histogram('svc_job_seconds', 'Seconds', [0.1, 1], ['kind'])
    took.observe(0.05, { kind: 'a' })
    took.observe(0.5, { kind: 'a' })

    expect((await linesOf(metrics, 'svc_job_seconds')).slice(2)).toEqual([
      'svc_job_seconds_bucket{le="0.1",kind="a"} 1',
      'svc_job_seconds_bucket{le="1",kind="a"} 2',
      'svc_job_seconds_bucket{le="+Inf",kind="a"} 2',
      'svc_job_seconds_sum{kind="a"} 0.55',
      'svc_job_seconds_count{kind="a"} 2',
    ])
  })

  it('read a gauge when they are asked for, and log once that one fails', async () => {
    const log = recordingLog()
    const metrics = open(log)
    metrics.gauge('svc_queue', 'Queue', async () => [
      { value: 2, labels: { queue: 'a' } },
      { value: 3, labels: { queue: 'say "hi"\n' } },
    ])
    metrics.gauge('svc_broken', 'Broken', () => {
      throw new Error('the disk is gone')
    })

    expect((await linesOf(metrics, 'svc_queue')).slice(2)).toEqual([
      'svc_queue{queue="a"} 2',
      'svc_queue{queue="say \\"hi\\"\\n"} 3',
    ])
    expect(await linesOf(metrics, 'svc_broken')).toEqual(['# HELP svc_broken Broken', '# TYPE svc_broken gauge'])
    expect(log.entries.map(({ message }) => message)).toEqual(['svc_broken cannot be read: the disk is gone'])
  })
})
