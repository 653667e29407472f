import type { ChildProcess as NodeChild } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chown, lstat } from 'node:fs/promises'
import type { Duplex, Readable } from 'node:stream'
import { ChildMethodError, InternalError, messageOf, UnavailableError } from '@svc/plugin'
import type { Child, ChildExit, ChildOptions, JsonLike } from '@svc/plugin'
import { pipeDescriptor, RemoteError, RpcPeer } from '@svc/plugin/child'
import type { AttachedAnswer } from '@svc/plugin/child'
import { SpawnedProcess } from './spawned-process.ts'

export interface ChildProcessParts {
  program: string
  node: NodeChild & { pid: number }
  options: ChildOptions
  /** Resident memory above which it is killed. */
  memoryMb: number
  /** The user it becomes, where that is another one. */
  uid: number | null
  onMethodError(method: string, error: unknown): void
  /** It was killed for what it sent. */
  onBroken(reason: string): void
}

const deathMs = 1000
const ticksPerSecond = 100

/** A child program behind the pipe. It may die, lie or babble at any time: that only ever rejects what waits for it. */
export class ChildProcess implements Child {
  readonly program: string
  readonly #process: SpawnedProcess
  readonly #peer: RpcPeer
  readonly #uid: number | null
  #rssLimit: number
  #rss = 0
  #lastUse = performance.now()

  constructor({ program, node, options, memoryMb, uid, onMethodError, onBroken }: ChildProcessParts) {
    this.program = program
    this.#process = new SpawnedProcess(node, node.stdio[2] as Readable)
    this.#uid = uid
    this.#rssLimit = memoryMb * 1024 * 1024
    node.once('exit', () => this.#peer.end('the process has ended'))
    this.#peer = new RpcPeer({
      stream: node.stdio[pipeDescriptor] as Duplex,
      ...(options.methods && { methods: options.methods }),
      onNotify: (method, params) => {
        this.#lastUse = performance.now()
        options.onNotify?.(method, params)
      },
      onEnd: (reason, broken) => {
        if (broken) onBroken(reason)
        this.#onPipeEnd(broken)
      },
      onMethodError,
    })
  }

  get pid(): number {
    return this.#process.pid
  }

  get exited(): Promise<ChildExit> {
    return this.#process.exited
  }

  async request<Answer>(method: string, params: JsonLike, signal?: AbortSignal, bytes?: Uint8Array): Promise<Answer> {
    return (await this.requestBytes(method, params, signal, bytes)).value as Answer
  }

  async requestBytes(
    method: string,
    params: JsonLike,
    signal?: AbortSignal,
    bytes?: Uint8Array,
  ): Promise<AttachedAnswer> {
    this.#lastUse = performance.now()
    try {
      return await this.#peer.requestBytes(method, params, signal, bytes)
    } catch (error) {
      if (signal?.aborted) throw error
      if (error instanceof RemoteError && error.code !== 'ended')
        throw new ChildMethodError(error.code, error.message, error)
      throw new UnavailableError(`The child process ${this.program} ended before it answered.`, {
        cause: error,
        fields: { program: this.program, pid: this.pid, reason: this.#process.killed ?? messageOf(error) },
      })
    }
  }

  notify(method: string, params: JsonLike): void {
    this.#peer.notify(method, params)
  }

  kill(reason = 'killed'): void {
    this.#process.kill(reason)
  }

  async own(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const found = await lstat(path)
      if (!found.isFile() && !found.isDirectory())
        throw new InternalError(`${path} is no plain file or folder: it is not given to a child process.`)
      if (this.#uid !== null) await chown(path, this.#uid, this.#uid)
    }
  }

  limitRss(megabytes: number): void {
    this.#rssLimit = megabytes * 1024 * 1024
  }

  rssBytes(): number {
    return this.#rss
  }

  cpuMs(): number | null {
    return this.#process.isGone ? null : cpuMilliseconds(this.pid)
  }

  /** True while something may run in it: it owes an answer, or spoke a moment ago. */
  get active(): boolean {
    return this.#peer.pending > 0 || performance.now() - this.#lastUse < 2000
  }

  /** Looks at its memory and kills it when it is over its limit. */
  watch(): void {
    if (this.#process.isGone) return
    this.#rss = residentBytes(this.pid) ?? 0
    if (this.#rss > this.#rssLimit) this.kill('rss')
  }

  /** A pipe closes most often because the process dies, and how it died says more than a kill. One that lives on is killed. */
  #onPipeEnd(broken: boolean): void {
    if (broken) this.kill('protocol')
    else setTimeout(() => this.kill('pipe closed'), deathMs).unref()
  }
}

/** Resident bytes of one process; null when it is gone or the system does not say. */
function residentBytes(pid: number): number | null {
  const status = readProc(`/proc/${pid}/status`)
  const kilobytes = status === null ? null : /^VmRSS:\s+(\d+) kB$/m.exec(status)
  return kilobytes ? Number(kilobytes[1]) * 1024 : null
}

/** CPU milliseconds of one process. */
function cpuMilliseconds(pid: number): number | null {
  const stat = readProc(`/proc/${pid}/stat`)
  if (stat === null) return null
  // The fields after the name, which may itself hold spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 13).reduce((sum, field) => sum + Number(field), 0)
  return (ticks * 1000) / ticksPerSecond
}

function readProc(path: string): string | null {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return null
  }
}
