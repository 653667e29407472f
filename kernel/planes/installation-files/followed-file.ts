import { hash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '@svc/plugin'
import type { FactRecord } from '@svc/plugin'
import type { ControlFilesOptions } from './control-files.ts'
import { idOfFile, putFile, removedFile } from './file-facts.ts'

const mostBytes = 1024 * 1024
/** Which text of each followed file this home had in common with the others: hashes by path, null where there was no file. */
const commonPath = 'installation-files.json'

/** A file that people edit in any of several homes, and that follows in the others. */
export class FollowedFile {
  readonly #path: string
  readonly #options: ControlFilesOptions
  /** Of the file that the others are known to have. */
  #stamp: string | null = null
  #isChangedElsewhere = true

  constructor(path: string, options: ControlFilesOptions) {
    this.#path = path
    this.#options = options
  }

  changedElsewhere(): void {
    this.#isChangedElsewhere = true
  }

  async look(): Promise<void> {
    const facts = await stat(join(this.#options.home, this.#path)).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return null
      throw error
    })
    const stamp = facts === null ? 'absent' : `${facts.mtimeMs} ${facts.size} ${facts.ino}`
    if (stamp === this.#stamp && !this.#isChangedElsewhere) return
    if (facts !== null && (!facts.isFile() || facts.size > mostBytes)) return
    this.#isChangedElsewhere = false
    try {
      // What was written meanwhile is seen at the next look.
      this.#stamp = (await this.#bringTogether()) ? stamp : null
    } catch (error) {
      this.#isChangedElsewhere = true
      throw error
    }
  }

  /** True: the file of this home was, and is, what the others have. */
  async #bringTogether(): Promise<boolean> {
    const { control, files, log, sealer } = this.#options
    const own = await files.read(this.#path)
    const fact = await control.read(reader => reader.get('facts', idOfFile(this.#path)))
    const theirs = fact === null || fact.value === removedFile ? null : sealer.open(fact.value)
    const common = await this.#common()
    if (own === theirs) {
      if (common !== hashOf(own)) await this.#noteCommon(own)
      return true
    }
    const isOwnNew = common === undefined ? own !== null : common !== hashOf(own)
    const isTheirsNew = fact !== null && (common === undefined ? theirs !== null : common !== hashOf(theirs))
    if (!isTheirsNew) {
      if (await this.#send(own, fact)) await this.#noteCommon(own)
      return false
    }
    if (isOwnNew && own !== null) {
      const aside = `${this.#path}.replaced`
      await files.write(aside, own)
      log.warn(
        { file: this.#path, aside },
        'a file of this home was changed at another server too; its own is kept aside',
      )
    }
    await (theirs === null ? files.remove(this.#path) : files.write(this.#path, theirs))
    await this.#noteCommon(theirs)
    return false
  }

  /** False when another server was faster. */
  async #send(own: string | null, seen: FactRecord | null): Promise<boolean> {
    const { control, sealer } = this.#options
    return control.transaction(async tx => {
      const fact = await tx.get('facts', idOfFile(this.#path))
      if (fact?.value !== seen?.value) return false
      await putFile(tx, this.#path, own === null ? removedFile : sealer.seal(own))
      return true
    })
  }

  /** Undefined before the first time. */
  async #common(): Promise<string | null | undefined> {
    return (await this.#allCommon())[this.#path]
  }

  async #noteCommon(text: string | null): Promise<void> {
    const noted = { ...(await this.#allCommon()), [this.#path]: hashOf(text) }
    await this.#options.files.write(commonPath, `${JSON.stringify(noted, null, 2)}\n`)
  }

  async #allCommon(): Promise<Record<string, string | null>> {
    return JSON.parse((await this.#options.files.read(commonPath)) ?? '{}') as Record<string, string | null>
  }
}

function hashOf(text: string | null): string | null {
  return text === null ? null : hash('sha256', text, 'hex')
}
