import { setTimeout as pause } from 'node:timers/promises'
import { NotFoundError } from '@svc/sdk'
import { everyItem } from '../actor.ts'
import type { ActorKind } from '../actor.ts'

/** Of a workspace the server keeps the newest 10,000 (SVC_AGENT_APPS_KEEP_RUNS). */
const runsLooked = 9000

/** Runs of an agent app, each recorded once under its key. */
export const apps: ActorKind = {
  kind: 'agent apps',
  pauseMs: 150,
  async make({ client, mark }) {
    const runs = new Set<string>()
    let wrong = 0
    return {
      async act() {
        const text = `${mark} ${runs.size}`
        const { run_id, output } = await client.agentApps.run('trivial', { text })
        if ((output as { text?: string }).text !== text) wrong += 1
        runs.add(run_id)
      },
      async broken() {
        let lost = 0
        for (const id of [...runs].slice(-runsLooked)) {
          const run = await client.agentApps.run.get(id).catch(() => null)
          if (run?.status !== 'succeeded') lost += 1
        }
        return [
          ...(wrong > 0 ? [`${wrong} runs of an app answered something else`] : []),
          ...(lost > 0 ? [`${lost} of ${runs.size} runs of an app are lost`] : []),
        ]
      },
    }
  },
}

/** Jobs that a worker outside does. Each ends well, and has been made once. */
export const jobs: ActorKind = {
  kind: 'jobs',
  pauseMs: 200,
  async make({ client, mark, signal }) {
    const kind = `soak.${mark}`
    const made = new Map<string, number>()
    const stop = new AbortController()
    const working = client.jobs.work<{ n: number }>(
      { kinds: [kind], leaseSeconds: 5, signal: stop.signal },
      job => job.payload.n,
    )
    working.catch(() => undefined)
    signal.throwIfAborted()
    return {
      async act() {
        const n = made.size
        const { job_id } = await client.jobs.create({ kind, payload: { n } })
        made.set(job_id, n)
      },
      async broken() {
        const unfinished = new Set(made.keys())
        for (let tries = 0; unfinished.size > 0 && tries < 300; tries += 1) {
          for (const id of unfinished) {
            const { state } = await client.jobs.get(id)
            if (state === 'succeeded') unfinished.delete(id)
          }
          if (unfinished.size > 0) await pause(200)
        }
        const all = await everyItem(client.jobs.list({ kind, limit: 200 }))
        return [
          ...(unfinished.size > 0 ? [`${unfinished.size} of ${made.size} jobs did not end well`] : []),
          ...(all.length > made.size + 1 ? [`${all.length} jobs were made of ${made.size}`] : []),
        ]
      },
      async close() {
        stop.abort()
        await working
      },
    }
  },
}

const definition = (name: string, url: string): string => `
document: { dsl: '1.0.3', namespace: soak, name: ${name}, version: '1.0.0' }
do:
  - first: { set: { n: '\${ .n + 1 }' } }
  - call:
      call: http
      with: { method: post, endpoint: '\${ "${url}/effect?run=" + $workflow.id }', body: '\${ . }' }
  - pause: { wait: { milliseconds: 300 } }
  - last: { set: { done: true } }
`

/** Runs of a playbook with an effect outside: each ends well, and its effect was asked for with one key. */
export const playbooks: ActorKind = {
  kind: 'playbooks',
  pauseMs: 700,
  async make({ client, mark, outside }) {
    const name = `soak-${mark}`
    await client.playbooks.create({ source: definition(name, outside.url) })
    const runs = new Set<string>()
    return {
      async act() {
        const run = await client.playbooks.start(name, { n: runs.size })
        runs.add(run.id)
      },
      async broken() {
        const faults: string[] = []
        for (const id of runs) {
          const run = await endOf(() => client.playbooks.getRun(id))
          const keys = outside.called.get(id)?.size ?? 0
          if (run?.status !== 'completed')
            faults.push(`run ${id} is ${run?.status ?? 'lost'}: ${JSON.stringify(run?.error)}`)
          else if (keys !== 1) faults.push(`run ${id} asked for its effect with ${keys} keys`)
        }
        return faults
      },
    }
  },
}

/** The run once it has ended, or as it is after a minute; null when it is not there. */
async function endOf<Run extends { status: string }>(read: () => PromiseLike<Run>): Promise<Run | null> {
  for (let tries = 0; ; tries += 1) {
    try {
      const run = await read()
      if (!['pending', 'running', 'waiting'].includes(run.status) || tries > 300) return run
    } catch (error) {
      if (error instanceof NotFoundError) return null
      throw error
    }
    await pause(200)
  }
}
