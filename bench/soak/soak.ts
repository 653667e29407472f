import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { SvcClient } from '@svc/sdk'
import { letAct } from './actor.ts'
import type { Acting, Actor, ActorKind, Timing } from './actor.ts'
import { chats, gateway } from './actors/answers.ts'
import { backups, busyBackups, files } from './actors/bytes.ts'
import { exports, trainings } from './actors/products.ts'
import { notes, tasks } from './actors/records.ts'
import { analyses, tables } from './actors/tables.ts'
import { apps, jobs, playbooks } from './actors/work.ts'
import { Installation } from './installation.ts'
import type { SoakWorkspace } from './installation.ts'
import { growths } from './judge.ts'
import type { Growth } from './judge.ts'
import { startOutside } from './outside.ts'
import type { Outside } from './outside.ts'
import { sample } from './samples.ts'
import type { Sample } from './samples.ts'
import { Trouble } from './trouble.ts'

const actorKinds: readonly ActorKind[] = [
  notes,
  tasks,
  chats,
  gateway,
  files,
  tables,
  analyses,
  apps,
  jobs,
  playbooks,
  trainings,
  exports,
  backups,
  busyBackups,
]
const sampleEveryMs = 2_000
/** Until the last trouble is over and what was cut has come back. */
const quietMs = 5_000

export interface SoakOptions {
  lengthMs: number
  seed: number
  say(words: string): void
}

export interface SoakResult extends Omit<Acting, 'timings'> {
  lengthMs: number
  seed: number
  machine: string
  timings: readonly Timing[]
  samples: readonly Sample[]
  trouble: readonly { at: number; what: string }[]
  /** Promises that were broken, each in a sentence. */
  broken: readonly string[]
  /** Ends of processes that nobody caused. */
  surprises: readonly string[]
  /** Records of one workspace that another one shows. */
  leaks: readonly string[]
  growths: readonly Growth[]
}

interface Placed {
  kind: ActorKind
  actor: Actor
  workspace: SoakWorkspace
}

/** Lets everybody work for so long while trouble is made, and judges what is there afterwards. */
export async function soak({ lengthMs, seed, say }: SoakOptions): Promise<SoakResult> {
  const outside = await startOutside()
  const installation = await Installation.start({ allow: [outside.address] })
  const random = randomFrom(seed)
  const ending = new AbortController()
  try {
    const workspaces = await installation.workspaces()
    await connectModel(installation, workspaces, outside)
    const placed = await placeActors({ installation, workspaces, outside, random, signal: ending.signal })
    const began = performance.now()
    const now = (): number => performance.now() - began
    const trouble = new Trouble({ installation, signal: ending.signal, lengthMs, random, now, say })
    const acting: Acting = { timings: [], refusals: new Map(), done: new Map() }
    const isTroubled = (): boolean => trouble.isUnderWay
    const samples: Sample[] = []
    const sampling = sampleUntil(ending.signal, async () => {
      const found = isTroubled() ? null : await sample(installation, now())
      if (found !== null) samples.push(found)
    })
    const working = placed.map(({ kind, actor }) =>
      letAct(kind, actor, { acting, signal: ending.signal, now, isTroubled }),
    )
    const troubling = trouble.run()
    await pause(lengthMs)
    ending.abort()
    await Promise.all([...working, troubling, sampling])
    await pause(quietMs)
    const broken: string[] = []
    for (const { kind, actor } of placed) {
      say(`judging ${kind.kind}`)
      const faults = await actor.broken().catch((error: unknown) => [`could not be judged: ${String(error)}`])
      broken.push(...faults.map(fault => `${kind.kind}: ${fault}`))
      await actor.close?.()
    }
    const leaks = await leaksOf(installation, workspaces)
    const cpu = cpus()
    return {
      ...acting,
      lengthMs,
      seed,
      machine: `${cpu.length} × ${cpu[0]?.model ?? 'unknown'}, Node ${process.version}`,
      samples,
      trouble: trouble.happened,
      broken,
      surprises: trouble.surprises,
      leaks,
      growths: growths(samples, acting.timings, lengthMs),
    }
  } finally {
    ending.abort()
    await installation.stop()
    await outside.close()
  }
}

/** Every kind works in one of the busy workspaces, in turn, or in its own. */
async function placeActors(options: {
  installation: Installation
  workspaces: readonly SoakWorkspace[]
  outside: Outside
  random(): number
  signal: AbortSignal
}): Promise<Placed[]> {
  const { installation, workspaces, outside, random, signal } = options
  const busy = workspaces.filter(({ isBusy }) => isBusy)
  return Promise.all(
    actorKinds.map(async (kind, index) => {
      const own = workspaces.find(({ name }) => name === kind.workspace)
      const workspace = own ?? (busy[index % busy.length] as SoakWorkspace)
      const client = clientOf(installation, workspace)
      const mark = `${workspace.name}${index}`
      const context = { client, mark, baseUrl: installation.url, key: workspace.key, outside, random, signal }
      return { kind, actor: await kind.make(context), workspace }
    }),
  )
}

function clientOf(installation: Installation, { key }: SoakWorkspace): SvcClient {
  // A kill and a start take some seconds; what is sent again has the same key, so that it counts once.
  return new SvcClient({ baseUrl: installation.url, apiKey: key, maxRetries: 12, logLevel: 'off' })
}

async function connectModel(
  installation: Installation,
  workspaces: readonly SoakWorkspace[],
  outside: Outside,
): Promise<void> {
  for (const workspace of workspaces) {
    await clientOf(installation, workspace).models.providers.create({
      name: 'soak',
      kind: 'openai-compatible',
      base_url: `${outside.url}/v1`,
    })
  }
}

/** The mark of a workspace's actors begins with its name; nothing with another name may stand in it. */
async function leaksOf(installation: Installation, workspaces: readonly SoakWorkspace[]): Promise<string[]> {
  const leaks: string[] = []
  for (const workspace of workspaces) {
    const client = clientOf(installation, workspace)
    const named: [string, AsyncIterable<unknown>, (item: never) => string | null][] = [
      ['note', client.workspace.notes.list({ limit: 100 }), ({ title }: { title: string }) => title],
      ['task', client.workspace.tasks.list({ limit: 100 }), ({ title }: { title: string }) => title],
      ['conversation', client.conversations.list({ limit: 100 }), ({ title }: { title: string | null }) => title],
      ['file', client.files.list({ limit: 100 }), ({ path }: { path: string }) => path],
      ['dataset', client.data.catalog({ limit: 100 }), ({ name }: { name: string }) => name],
    ]
    for (const [what, items, nameOf] of named) {
      for await (const item of items) {
        const name = nameOf(item as never)
        if (name !== null && !name.startsWith(workspace.name)) leaks.push(`${what} "${name}" is in ${workspace.name}`)
      }
    }
  }
  return leaks
}

async function sampleUntil(signal: AbortSignal, take: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await take()
    await pause(sampleEveryMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Numbers in 0..1 that come again with the same seed (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
