import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { messageOf } from '@svc/plugin'
import type { Logger } from '@svc/plugin'
import type { AppBundle } from '@svc/plugin/contracts/sandbox'

const inMemory = 256

/** Compiled apps by key: the last ones in memory, all on disk. Text alone; never V8's cached data, which nobody can check. */
export class BuildCache {
  readonly #folder: string
  readonly #log: Logger
  readonly #memory = new LRUCache<string, AppBundle>({ max: inMemory })

  constructor(folder: string, log: Logger) {
    this.#folder = folder
    this.#log = log
  }

  /** Null when it is not there, or not what was written. */
  async get(key: string): Promise<AppBundle | null> {
    const known = this.#memory.get(key)
    if (known) return known
    const text = await readFile(this.#file(key), 'utf8').catch(() => null)
    const bundle = text === null ? null : this.#parse(key, text)
    if (bundle) this.#memory.set(key, bundle)
    return bundle
  }

  /** Keeps it; a disk that refuses is a warning, not a failure. */
  async set(key: string, bundle: AppBundle): Promise<void> {
    this.#memory.set(key, bundle)
    const body = JSON.stringify(bundle)
    const temporary = `${this.#file(key)}.${randomBytes(6).toString('hex')}.tmp`
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      await writeFile(temporary, `${digest(body)}\n${body}`, { mode: 0o600 })
      await rename(temporary, this.#file(key))
    } catch (error) {
      this.#log.warn(
        { reason: messageOf(error) },
        'A compiled app could not be kept; it is compiled again after a restart.',
      )
      // A disk that refused the file may refuse to say that there is none, too.
      await rm(temporary, { force: true }).catch(() => undefined)
    }
  }

  #parse(key: string, text: string): AppBundle | null {
    const end = text.indexOf('\n')
    const body = text.slice(end + 1)
    if (text.slice(0, end) === digest(body)) return JSON.parse(body) as AppBundle
    this.#log.warn({ key }, 'A compiled app in the cache is damaged; it is compiled again.')
    return null
  }

  #file(key: string): string {
    return join(this.#folder, `${key}.bundle`)
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
