import { setTimeout as pause } from 'node:timers/promises'
import type { ActorKind } from '../actor.ts'

/** Notes that are written and changed. Each is there once at the end, with the last text that was acknowledged. */
export const notes: ActorKind = {
  kind: 'notes',
  pauseMs: 400,
  async make({ client, mark, random }) {
    const bodies = new Map<string, string>()
    let count = 0
    return {
      async act() {
        // Of its own also when the one before was not acknowledged, and is there all the same.
        const title = `${mark} note ${(count += 1)}`
        const made = await client.workspace.notes.create({ title, body: 'first' })
        bodies.set(made.note_id, 'first')
        const body = `second ${random()}`
        const replaced = await client.workspace.notes.replace(made.note_id, { title, body })
        bodies.set(made.note_id, replaced.body)
      },
      async broken() {
        const found = new Map<string, string>()
        const seen: string[] = []
        for await (const { note_id, title } of client.workspace.notes.list({ limit: 100 })) {
          if (!title.startsWith(`${mark} note`)) continue
          found.set(note_id, (await client.workspace.notes.get(note_id)).body)
          seen.push(title)
        }
        const lost = [...bodies].filter(([id, body]) => !found.get(id)?.startsWith(body.slice(0, 6)))
        const doubled = seen.length - new Set(seen).size
        return [
          ...(lost.length > 0 ? [`${lost.length} of ${bodies.size} notes are lost or went back`] : []),
          ...(doubled > 0 ? [`${doubled} notes were made twice`] : []),
        ]
      },
    }
  },
}

/**
 * Tasks, beside a reader of the workspace's events that is cut whenever the server is: each task that was acknowledged comes by once, and
 * a webhook brings each at least once.
 */
export const tasks: ActorKind = {
  kind: 'tasks, events, webhooks',
  pauseMs: 300,
  async make({ client, mark, outside, signal }) {
    await client.developer.webhooks.create({ url: `${outside.url}/hook`, events: ['task.created'] })
    const ended = new AbortController()
    const made = new Set<string>()
    const heard = new Map<string, string>()
    const events = new Set<string>()
    let doubled = 0
    let gaps = 0
    const read = async (): Promise<void> => {
      const stream = client.events.subscribe({ types: ['task.created'] }, { signal: ended.signal, maxRetries: 1000 })
      for await (const event of stream) {
        if (event.type === 'gap') gaps += 1
        if (event.type !== 'task.created') continue
        if (events.has(event.id)) doubled += 1
        events.add(event.id)
        heard.set(event.data.task_id, event.id)
      }
    }
    const reading = read().catch((error: unknown) =>
      ended.signal.aborted ? undefined : Promise.reject(error as Error),
    )
    reading.catch(() => undefined)
    signal.throwIfAborted()
    return {
      async act() {
        const { task_id } = await client.workspace.tasks.create({ title: `${mark} task ${made.size}` })
        made.add(task_id)
      },
      async broken() {
        const isHeard = (): boolean =>
          [...made].every(id => heard.has(id) && outside.delivered.has(heard.get(id) ?? ''))
        // What was acknowledged last may still be on its way to the reader and the receiver.
        for (let tries = 0; !isHeard() && tries < 300; tries += 1) await pause(200)
        const unheard = [...made].filter(id => !heard.has(id)).length
        const undelivered = [...made].filter(id => !outside.delivered.has(heard.get(id) ?? '')).length
        return [
          ...(unheard > 0 ? [`the stream of events did not bring ${unheard} of ${made.size} tasks`] : []),
          ...(doubled > 0 ? [`the stream of events brought ${doubled} events twice`] : []),
          ...(gaps > 0 ? [`the stream of events had ${gaps} gaps`] : []),
          ...(undelivered > 0 ? [`webhooks did not bring ${undelivered} of ${made.size} tasks`] : []),
        ]
      },
      async close() {
        ended.abort()
        await reading
      },
    }
  },
}
