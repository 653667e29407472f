import type { Stats } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { messageOf } from '@svc/plugin'
import type { Clock, Egress, Logger } from '@svc/plugin'
import type { ServersFile } from './servers-file.ts'

export interface ServersWatchOptions {
  path: string
  clock: Clock
  log: Logger
  signal: AbortSignal
  environment: Readonly<Record<string, string | undefined>>
  egress: Pick<Egress, 'check'>
  /** Brings the file together with those of other servers. */
  follow(): Promise<void>
  use(file: ServersFile): Promise<void>
  /** After each look, whatever it found. */
  looked(): void
}

const lookMs = 2000
// The libraries that read the file and connect are loaded once the server is up, not on its way there.
const startMs = 200
const maxBytes = 1024 * 1024
const nothing: ServersFile = { servers: [], unusable: [], problem: null }

/** Reads `mcp.json` at the start and whenever it changed: one look every two seconds, on whatever file system it lies. */
export class ServersWatch {
  readonly #options: ServersWatchOptions
  #seen = ''
  #isFollowed = true
  /** What is wrong with the file as a whole. The servers of the last good one stay in use. */
  problem: string | null = null

  constructor(options: ServersWatchOptions) {
    this.#options = options
  }

  async run(delayMs = startMs): Promise<void> {
    const { clock, signal, log, looked } = this.#options
    await clock.sleep(delayMs, signal).catch(() => undefined)
    while (!signal.aborted) {
      try {
        await this.look()
      } catch (error) {
        log.error({ err: error, reason: messageOf(error) }, 'The file of MCP servers could not be looked at.')
      }
      looked()
      // Rejects when the server stops, which ends the loop.
      await clock.sleep(lookMs, signal).catch(() => undefined)
    }
  }

  /** Reads it when it is another than at the last look. */
  async look(): Promise<void> {
    const { path, use, log } = this.#options
    await this.#follow()
    const facts = await stat(path).catch(() => null)
    const stamp = facts === null ? 'absent' : `${facts.mtimeMs} ${facts.size} ${facts.ino}`
    if (stamp === this.#seen) return
    this.#seen = stamp
    const file = facts === null ? nothing : await this.#read(facts)
    this.problem = file.problem
    if (file.problem !== null) {
      log.warn(
        { file: path, problem: file.problem },
        'The file of MCP servers cannot be read; the servers before it stay.',
      )
      return
    }
    for (const { name, problem } of file.unusable) {
      if (problem !== null) log.warn({ file: path, server: name, problem }, 'An MCP server is not used.')
    }
    await use(file)
  }

  async #follow(): Promise<void> {
    const { path, follow, log } = this.#options
    try {
      await follow()
      this.#isFollowed = true
    } catch (error) {
      const reason = messageOf(error)
      if (this.#isFollowed)
        log.warn({ file: path, reason }, 'The list of MCP servers that other servers have cannot be read now.')
      this.#isFollowed = false
    }
  }

  async #read(facts: Stats): Promise<ServersFile> {
    const { path, environment, egress } = this.#options
    // A pipe would be waited for without end.
    if (!facts.isFile()) return { ...nothing, problem: `${path} is no file.` }
    if (facts.size > maxBytes) return { ...nothing, problem: `${path} is larger than ${maxBytes} bytes.` }
    // With what it brings for code frames and schemas, a start that has no such file need not wait for it.
    const { readServers } = await import('./read-servers.ts')
    return readServers(await readFile(path, 'utf8'), path, { environment, egress })
  }
}
