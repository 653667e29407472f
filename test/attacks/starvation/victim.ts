import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'

const calls = {
  '/healthz': { method: 'GET', path: '/healthz' },
  'an app run': { method: 'POST', path: '/api/agent-apps/small/run', body: JSON.stringify({ inputs: { text: 'a' } }) },
  'the list of notes': { method: 'GET', path: '/api/workspace/notes?limit=20' },
} as const
/** Between two calls of one sort, so that the victim is no attacker. */
const pauseMs = 10

export type VictimCall = keyof typeof calls
export type VictimTimes = Record<VictimCall, number>

/** How long a victim looks: both for so many seconds and until each call has been answered so often. */
export interface Watch {
  seconds: number
  calls: number
}

/** Calls what a member calls all the time; the 99th percentile of each, in milliseconds. @throws Error where an answer is not 200 */
export async function watchAsVictim(url: string, key: string, { seconds, calls: least }: Watch): Promise<VictimTimes> {
  const until = performance.now() + seconds * 1000
  const watch = async (name: VictimCall) => {
    // A socket of its own, so that no call waits for another of the victim's.
    const dispatcher = new Agent({ connections: 1, pipelining: 1, headersTimeout: 120_000 })
    const { method, path, ...rest } = calls[name]
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const times: number[] = []
    while (performance.now() < until || times.length < least) {
      const started = performance.now()
      const answer = await request(url + path, {
        dispatcher,
        method,
        ...('body' in rest ? { headers, body: rest.body } : { headers }),
      })
      const text = await answer.body.text()
      if (answer.statusCode !== 200) throw new Error(`The victim's ${name} answered ${answer.statusCode}: ${text}`)
      times.push(performance.now() - started)
      await pause(pauseMs)
    }
    await dispatcher.close()
    return [name, percentile99(times)] as const
  }
  return Object.fromEntries(await Promise.all((Object.keys(calls) as VictimCall[]).map(watch))) as VictimTimes
}

function percentile99(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN
}
