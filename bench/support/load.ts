import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { schedulerCpuMs } from './process.ts'

export interface LoadTarget {
  url: string
  pid: number
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

export interface LoadShape {
  /** Sockets in use at a time; 1 by default. */
  connections?: number
  /** Between an answer and the next request of its socket; none by default. */
  pauseMs?: number
}

export interface LoadResult {
  p50Ms: number
  bestMs: number
  cpuMsPerOperation: number
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('the median of nothing')
  return middle
}

/** The median of `count` runs, one after the other. */
export async function medianMs(count: number, work: () => unknown): Promise<number> {
  const taken: number[] = []
  for (let index = 0; index < count; index += 1) {
    const started = performance.now()
    await work()
    taken.push(performance.now() - started)
  }
  return median(taken)
}

/** `count` requests over kept-alive sockets, each answered 2xx, with the server's CPU beside. */
export async function load(target: LoadTarget, count: number, shape: LoadShape = {}): Promise<LoadResult> {
  const { connections = 1, pauseMs = 0 } = shape
  const dispatcher = new Agent({ connections, pipelining: 1 })
  const times: number[] = []
  const one = async (): Promise<void> => {
    const started = performance.now()
    const answer = await request(target.url, {
      dispatcher,
      method: target.method,
      headers: target.headers ?? {},
      body: target.body ?? null,
    })
    const text = await answer.body.text()
    if (answer.statusCode >= 300) throw new Error(`${target.url} answered ${answer.statusCode}: ${text.slice(0, 500)}`)
    times.push(performance.now() - started)
  }
  const before = schedulerCpuMs(target.pid)
  let left = count
  const lane = async (): Promise<void> => {
    while (left-- > 0) {
      await one()
      if (pauseMs > 0) await pause(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
  const cpu = schedulerCpuMs(target.pid) - before
  await dispatcher.close()
  return { p50Ms: median(times), bestMs: Math.min(...times), cpuMsPerOperation: cpu / count }
}

/** Runs every target `rounds` times in turn (A B C A B C …) after one warm-up each; per target the median round. */
export async function interleave<K extends string>(
  targets: Record<K, LoadTarget>,
  settings: LoadShape & { count: number; rounds: number; warmUp: number },
): Promise<Record<K, LoadResult>> {
  const names = Object.keys(targets) as K[]
  const rounds: Record<string, LoadResult[]> = {}
  for (const name of names) {
    await load(targets[name], settings.warmUp, settings)
    rounds[name] = []
  }
  for (let round = 0; round < settings.rounds; round++) {
    for (const name of names) rounds[name]?.push(await load(targets[name], settings.count, settings))
  }
  const summary = names.map(name => {
    const results = rounds[name] ?? []
    return [
      name,
      {
        p50Ms: median(results.map(result => result.p50Ms)),
        bestMs: Math.min(...results.map(result => result.bestMs)),
        cpuMsPerOperation: median(results.map(result => result.cpuMsPerOperation)),
      },
    ] as const
  })
  return Object.fromEntries(summary) as Record<K, LoadResult>
}
