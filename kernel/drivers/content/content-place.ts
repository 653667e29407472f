import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { codeOf, NotFoundError, ValidationError } from '@svc/plugin'
import type { ControlPlane, Ids, ObjectStore } from '@svc/plugin'

/** The fact in the control plane that says which place has contents of this home. A backup, which has the contents themselves, has it not. */
export const contentPlaceFact = 'content_place'

/** An object that makes a place known again, wherever it is copied to. */
const markName = 'w/svc-contents'
/** The mark's path after everything below `w` was copied to the home. */
const markInHome = join('workspaces', 'svc-contents')

interface KnownPlace {
  /** What the mark holds. */
  id: string
  /** For people. */
  at: string
}

export interface ContentPlaceOptions {
  control: ControlPlane
  store: ObjectStore
  ids: Ids
  /** Without secrets. */
  description: string
}

/** Which place has the contents of this home: with another one, or with none, a server would find nothing and look as if all were lost. */
export class ContentPlace {
  readonly #options: ContentPlaceOptions
  #claimed: Promise<void> | undefined

  constructor(options: ContentPlaceOptions) {
    this.#options = options
  }

  /** @throws ValidationError when the contents of this home lie elsewhere, and as the store */
  async check(): Promise<void> {
    const { control, description, store } = this.#options
    const known = await knownPlace(control)
    if (known === null || (await markOf(store)) === known.id) return
    throw new ValidationError(
      `SVC_CONTENT_URL names ${description}, but contents of this home lie in ${known.at}. Set it to that again; or copy all objects from there to the new place first.`,
    )
  }

  /** Whether no content of this home was stored anywhere yet. */
  async isNew(): Promise<boolean> {
    return (await knownPlace(this.#options.control)) === null
  }

  /** Whether the place has contents, and this home is not known to have any. */
  async isOfAnother(): Promise<boolean> {
    return (await this.isNew()) && (await markOf(this.#options.store)) !== null
  }

  /** Before a content is stored: notes for later starts that there are some. @throws as {@link check} */
  claim(): Promise<void> {
    this.#claimed ??= this.#claim().catch((error: unknown) => {
      this.#claimed = undefined
      throw error
    })
    return this.#claimed
  }

  async #claim(): Promise<void> {
    await this.check()
    const { control, description, ids, store } = this.#options
    const found = await markOf(store)
    const id = found ?? ids.secret(18)
    if (found === null) await store.put(markName, Buffer.from(id))
    const value = JSON.stringify({ id, at: description } satisfies KnownPlace)
    await control.transaction(async tx => {
      if (!(await tx.update('facts', contentPlaceFact, { value })))
        await tx.insert('facts', { id: contentPlaceFact, value })
    })
  }
}

/** Without `SVC_CONTENT_URL`. @throws ValidationError when contents of the home lie elsewhere, and were not copied to it */
export async function assertContentsInHome(control: ControlPlane, homePath: string): Promise<void> {
  const known = await knownPlace(control)
  if (known === null) return
  const mark = await readFile(join(homePath, markInHome), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
  if (mark !== known.id)
    throw new ValidationError(
      `Contents of this home lie in ${known.at}, and SVC_CONTENT_URL is not set. Set it to that again; or restore a backup, which holds all contents, to a new home.`,
    )
  await control.transaction(tx => tx.delete('facts', contentPlaceFact))
  await rm(join(homePath, markInHome))
}

async function knownPlace(control: ControlPlane): Promise<KnownPlace | null> {
  const fact = await control.read(reader => reader.get('facts', contentPlaceFact))
  return fact ? (JSON.parse(fact.value) as KnownPlace) : null
}

async function markOf(store: ObjectStore): Promise<string | null> {
  try {
    return await text((await store.get(markName)).body)
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}
