import type { ChildProcess as NodeChild } from 'node:child_process'
import { chown, lstat } from 'node:fs/promises'
import type { Duplex, Readable } from 'node:stream'
import { ChildMethodError, InternalError, messageOf, UnavailableError } from '@svc/plugin'
import type { Child, ChildExit, ChildOptions, JsonLike, JsonValue } from '@svc/plugin'
import { pipeDescriptor, RemoteError, RpcPeer } from '@svc/plugin/child'
import type { AttachedAnswer } from '@svc/plugin/child'
import { cpuMilliseconds, residentBytes } from './process-facts.ts'
import { Tail } from './tail.ts'

export interface ChildProcessParts {
  program: string
  node: NodeChild & { pid: number }
  options: ChildOptions
  /** Resident memory above which it is killed. */
  memoryMb: number
  /** The user it becomes, where that is another one. */
  uid: number | null
  /** True when it leads a process group of its own, so that one signal ends all it started. */
  leadsGroup: boolean
  onMethodError(method: string, error: unknown): void
  /** It was killed for what it sent. */
  onBroken(reason: string): void
}

const deathMs = 1000

/** A child program behind the pipe. It may die, lie or babble at any time: that only ever rejects what waits for it. */
export class ChildProcess implements Child {
  readonly program: string
  readonly pid: number
  readonly exited: Promise<ChildExit>
  readonly #node: NodeChild
  readonly #peer: RpcPeer
  readonly #group: number | null
  readonly #uid: number | null
  #rssLimit: number
  #rss = 0
  #killed: string | null = null
  #gone = false
  #lastUse = performance.now()

  constructor({ program, node, options, memoryMb, uid, leadsGroup, onMethodError, onBroken }: ChildProcessParts) {
    this.program = program
    this.pid = node.pid
    this.#node = node
    this.#group = leadsGroup ? node.pid : null
    this.#uid = uid
    this.#rssLimit = memoryMb * 1024 * 1024
    const lastWords = new Tail(node.stdio[2] as Readable)
    this.exited = new Promise(resolve => {
      node.once('exit', (code, signal) => {
        this.#gone = true
        // The pipes may hold last words for a moment after the exit; a process that got hold of them may not keep us waiting.
        const finish = (): void => resolve({ code, signal, killed: this.#killed, lastWords: lastWords.text() })
        node.once('close', finish)
        setTimeout(finish, 200).unref()
        this.#peer.end('the process has ended')
      })
    })
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

  async request(method: string, params: JsonLike, signal?: AbortSignal, bytes?: Uint8Array): Promise<JsonValue> {
    return (await this.requestBytes(method, params, signal, bytes)).value
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
        fields: { program: this.program, pid: this.pid, reason: this.#killed ?? messageOf(error) },
      })
    }
  }

  notify(method: string, params: JsonLike): void {
    this.#peer.notify(method, params)
  }

  kill(reason = 'killed'): void {
    this.#killed ??= this.#gone ? null : reason
    if (this.#gone) return
    this.#killGroup()
    this.#node.kill('SIGKILL')
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
    return this.#gone ? null : cpuMilliseconds(this.pid)
  }

  /** True while something may run in it: it owes an answer, or spoke a moment ago. */
  get active(): boolean {
    return this.#peer.pending > 0 || performance.now() - this.#lastUse < 2000
  }

  /** Looks at its memory and kills it when it is over its limit. */
  watch(): void {
    if (this.#gone) return
    this.#rss = residentBytes(this.pid) ?? 0
    if (this.#rss > this.#rssLimit) this.kill('rss')
  }

  /** A pipe that closes is most often a process that dies, whose own end says more than a kill; one that lives on is killed. */
  #onPipeEnd(broken: boolean): void {
    if (broken) this.kill('protocol')
    else setTimeout(() => this.kill('pipe closed'), deathMs).unref()
  }

  #killGroup(): void {
    if (this.#group === null) return
    try {
      process.kill(-this.#group, 'SIGKILL')
    } catch (error) {
      // ESRCH: all of the group are gone, which is what was wanted.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
