import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { NotFoundError } from '@svc/plugin'

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}
/** The best first. */
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

export interface AppFile {
  bytes: Buffer
  contentType: string
  /** Null: as it is. */
  encoding: string | null
}

/** The built browser app. It may come while the server runs: a first start builds it in the background. */
export class AppFolder {
  readonly #folder: URL
  #names: ReadonlySet<string> = new Set()

  /** @param folder with a slash at its end */
  constructor(folder: URL) {
    this.#folder = folder
  }

  get isThere(): boolean {
    return existsSync(new URL('index.html', this.#folder))
  }

  /** The page, without what differs from answer to answer. */
  async template(): Promise<string> {
    return readFile(new URL('index.html', this.#folder), 'utf8')
  }

  /** A file below `web/`, packed in the best way that the client takes. @throws NotFoundError */
  async file(name: string, accepted: string): Promise<AppFile> {
    const contentType = contentTypes[extname(name)]
    // The app may have been built anew since: then other files are there.
    if (!this.#names.has(name)) this.#names = await this.#list()
    if (contentType === undefined || !this.#names.has(name)) throw unknownFile(name)
    const encoding = encodings.find(each => this.#names.has(name + each.suffix) && accepts(accepted, each.name))
    const bytes = await this.#read(`${name}${encoding?.suffix ?? ''}`)
    if (bytes === null) throw unknownFile(name)
    return { bytes, contentType, encoding: encoding?.name ?? null }
  }

  /** The pages of the manual, as they are written. */
  async manual(): Promise<string[]> {
    const names = await this.#list()
    return [...names].filter(name => extname(name) === '.md')
  }

  async #read(name: string): Promise<Buffer | null> {
    try {
      return await readFile(new URL(`web/${name}`, this.#folder))
    } catch (error) {
      if (!isMissing(error)) throw error
      this.#names = new Set()
      return null
    }
  }

  async #list(): Promise<ReadonlySet<string>> {
    try {
      return new Set(await readdir(new URL('web/', this.#folder)))
    } catch (error) {
      if (!isMissing(error)) throw error
      return new Set()
    }
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

function unknownFile(name: string): NotFoundError {
  return new NotFoundError(`There is no file "${name}". Reload the page: another version of svc may run now.`)
}

/** Whether `Accept-Encoding` takes it; one that is weighed with 0 is refused. */
function accepts(accepted: string, encoding: string): boolean {
  const entry = accepted.split(',').find(each => each.split(';')[0]?.trim().toLowerCase() === encoding)
  return entry !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(entry)
}
