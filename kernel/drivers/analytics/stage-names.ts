import { hash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'

const machine = hash('sha256', hostname()).slice(0, 8)
const pattern = /^([0-9a-f]{8})-(\d+)-([0-9a-f]{8})-[0-9a-f]{24}\.tmp$/
/** No task takes longer, nor its upload. */
const longestMs = 24 * 60 * 60 * 1000

/** Names of the folders in which tasks work. A name shows its process, so that a folder that was left behind differs from one in use. */
export class StageNames {
  readonly #own = randomBytes(4).toString('hex')

  make(): string {
    return `${machine}-${process.pid}-${this.#own}-${randomBytes(12).toString('hex')}.tmp`
  }

  /** Whether nobody is at work there any more. `changedAt` decides where the process cannot be looked for. */
  isLeft(name: string, changedAt: () => number): boolean {
    const [, host, pid, owner] = pattern.exec(name) ?? []
    if (owner === this.#own) return false
    // Of an earlier version, of which no process is left.
    if (host === undefined) return true
    const isHere = host === machine
    if (isHere && (Number(pid) === process.pid || !isRunning(Number(pid)))) return true
    return Date.now() - changedAt() > longestMs
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Of another user: it is there, and may not be asked.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
