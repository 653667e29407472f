import { UnavailableError } from '@svc/plugin'
import { askedFile, readAsked } from '@svc/plugin/library/manual/asked-questions'
import { ManualSearch } from '@svc/plugin/library/manual/manual-search'
import type { Section } from '@svc/plugin/library/manual/sections'
import type { AppFolder } from '../served/app-folder.ts'

/** The pages of the manual as they are served, searched by words and by the questions that they answer. */
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
    const text = async (name: string) => String((await this.#folder.file(name, '')).bytes)
    const page = async (name: string) => [name.replace(/\.md$/, ''), await text(name)] as const
    const pages = new Map(await Promise.all(names.map(page)))
    return new ManualSearch(pages, readAsked(await text(askedFile)))
  }
}
