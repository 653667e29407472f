import { UnavailableError } from '@svc/plugin'
import { ManualSearch } from '@svc/plugin/library/manual/manual-search'
import type { Section } from '@svc/plugin/library/manual/sections'
import type { AppFolder } from '../served/app-folder.ts'

/** The pages of the manual as they are served, searched by words. */
export class Manual {
  readonly #folder: AppFolder
  #read: Promise<ManualSearch> | null = null

  constructor(folder: AppFolder) {
    this.#folder = folder
  }

  /** The sections that fit a question best, the best first. @throws UnavailableError while the pages are being built */
  async search(question: string, limit: number): Promise<Section[]> {
    this.#read ??= this.#readPages()
    const pages = await this.#read.catch((error: unknown) => {
      this.#read = null
      throw error
    })
    return pages.find(question, limit)
  }

  async #readPages(): Promise<ManualSearch> {
    const names = await this.#folder.manual()
    if (names.length === 0)
      throw new UnavailableError('The pages are still being built. Try again in a minute.', { retry_after_seconds: 10 })
    const page = async (name: string) =>
      [name.replace(/\.md$/, ''), String((await this.#folder.file(name, '')).bytes)] as const
    return new ManualSearch(new Map(await Promise.all(names.map(page))))
  }
}
