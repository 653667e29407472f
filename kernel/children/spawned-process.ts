import { writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import type { ChildProcess as NodeChild } from 'node:child_process'
import type { Readable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import type { ChildExit } from '@svc/plugin'

const maxBytes = 4096
/** A process that got hold of the pipes may not keep those waiting who want to know how this one ended. */
const lastWordsMs = 200

/** How processes are started: each leads a group, so that Ctrl-C in the terminal reaches the server alone, and one signal ends all that came of it. */
export const leadsGroup = process.platform !== 'win32'

/** A process that was started here: how it ended, or is to end. */
export class SpawnedProcess {
  readonly pid: number
  readonly exited: Promise<ChildExit>
  readonly #node: NodeChild
  #killed: string | null = null
  #isGone = false

  constructor(node: NodeChild & { pid: number }, stderr: Readable) {
    this.pid = node.pid
    this.#node = node
    const lastWords = new Tail(stderr)
    this.exited = new Promise(resolve => {
      node.once('exit', (code, signal) => {
        this.#isGone = true
        const finish = (): void => resolve({ code, signal, killed: this.#killed, lastWords: lastWords.text() })
        node.once('close', finish)
        setTimeout(finish, lastWordsMs).unref()
        // What it started and left behind goes with it.
        this.#killGroup()
      })
    })
  }

  get isGone(): boolean {
    return this.#isGone
  }

  /** Why it was killed, when it was. */
  get killed(): string | null {
    return this.#killed
  }

  kill(reason: string): void {
    if (this.#isGone) return
    this.#killed ??= reason
    this.#killGroup()
    this.#node.kill('SIGKILL')
  }

  #killGroup(): void {
    if (!leadsGroup) return
    try {
      process.kill(-this.pid, 'SIGKILL')
    } catch (error) {
      // ESRCH, on macOS EPERM: all of the group are gone, which is what was wanted.
      if (!/^(ESRCH|EPERM)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
}

/**
 * Lets a process come after this one by `nice` steps. Best effort: a process that has ended, or a system without such a
 * scale, keeps what it has.
 */
export function lowerPriority(pid: number, nice: number): void {
  try {
    setPriority(pid, Math.min(19, getPriority() + nice))
    // Linux weighs sessions first and their processes next, and each child leads a session of its own.
    if (process.platform === 'linux') writeFileSync(`/proc/${pid}/autogroup`, String(nice))
  } catch {
    // The process runs all the same, as an equal of the others.
  }
}

/** Reads a stream to its end, so that its writer never blocks, and keeps the beginning and the end of what came. */
class Tail {
  #head = Buffer.alloc(0)
  #tail = Buffer.alloc(0)

  constructor(stream: Readable) {
    stream.on('data', (chunk: Buffer) => this.#keep(chunk))
    stream.on('error', () => stream.destroy())
  }

  /** The text, without colours and control characters. */
  text(): string {
    const text = Buffer.concat([this.#head, this.#tail]).toString('utf8')
    return stripVTControlCharacters(text).replace(/[\p{Cc}--[\t\n]]/gv, '')
  }

  #keep(chunk: Buffer): void {
    const room = maxBytes / 2 - this.#head.length
    if (room > 0) this.#head = Buffer.concat([this.#head, chunk.subarray(0, room)])
    const rest = chunk.subarray(Math.max(room, 0))
    if (rest.length > 0) this.#tail = Buffer.concat([this.#tail, rest]).subarray(-maxBytes / 2)
  }
}
