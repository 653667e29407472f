import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { AppProblemsError } from '@svc/plugin/contracts/sandbox'
import type { AppBuilder, AppBundle, AppProblem, SourceFolder } from '@svc/plugin/contracts/sandbox'
import type { BuildCache } from './build-cache.ts'
import type { BuildHost } from './build-host.ts'
import type { BuildError } from './build-problems.ts'
import { readSdkRuntime } from './sdk-runtime.ts'
import type { SdkRuntime } from './sdk-runtime.ts'
import { readSourceFolder } from './source-reader.ts'

const sourceEndings = new Set(['.ts', '.tsx', '.js', '.json'])

type BuildAnswer = { errors: null; code: string; source_map: string } | { errors: BuildError[] }

/** Reads folders and compiles them in the build host; the same folder is compiled once. */
export class AppCompiler implements AppBuilder {
  readonly #host: BuildHost
  readonly #cache: BuildCache
  readonly #onCompile: () => void
  readonly #building = new Map<string, Promise<AppBundle>>()
  #sdk: Promise<SdkRuntime> | undefined

  /** `onCompile` hears of every compilation that is no cache hit: what is compiled is about to run. */
  constructor(host: BuildHost, cache: BuildCache, onCompile: () => void) {
    this.#host = host
    this.#cache = cache
    this.#onCompile = onCompile
  }

  read(folder: string): Promise<SourceFolder> {
    return readSourceFolder(folder)
  }

  async build(source: SourceFolder, entry: string): Promise<AppBundle> {
    if (!source.files.has(entry))
      throw new AppProblemsError([problem(entry, `There is no file ${entry} in this folder, which "entry" names.`)])
    const sdk = await (this.#sdk ??= readSdkRuntime())
    const key = createHash('sha256')
      .update(JSON.stringify([source.hash, entry, sdk.fingerprint]))
      .digest('hex')
    const running = this.#building.get(key)
    if (running) return running
    const building = this.#fromCacheOrHost(key, source, entry, sdk).finally(() => this.#building.delete(key))
    this.#building.set(key, building)
    return building
  }

  async #fromCacheOrHost(key: string, source: SourceFolder, entry: string, sdk: SdkRuntime): Promise<AppBundle> {
    const cached = await this.#cache.get(key)
    if (cached) return cached
    const files = sourceTexts(source)
    this.#onCompile()
    const answer = (await this.#host.build({
      files,
      entry,
      sdk: { files: sdk.files, entry: sdk.entry },
    })) as BuildAnswer | null
    if (answer === null) {
      throw new AppProblemsError([
        problem(
          entry,
          'The compiler ran out of time or memory on this folder. Look for code that is nested very deeply, and make it smaller.',
        ),
      ])
    }
    if (answer.errors !== null) {
      // What draws the frames is loaded with the first error.
      const { toProblem } = await import('./build-problems.ts')
      throw new AppProblemsError(answer.errors.map(error => toProblem(error, files, entry)))
    }
    const bundle = { hash: source.hash, code: answer.code, source_map: answer.source_map }
    await this.#cache.set(key, bundle)
    return bundle
  }
}

/** The files that code can be, as text. @throws AppProblemsError for what is not UTF-8 */
function sourceTexts(source: SourceFolder): Record<string, string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const problems: AppProblem[] = []
  const texts = new Map<string, string>()
  for (const [path, bytes] of source.files) {
    if (!sourceEndings.has(extname(path))) continue
    try {
      texts.set(path, decoder.decode(bytes))
    } catch {
      problems.push(problem(path, 'The file is not UTF-8 text. Save it as UTF-8.'))
    }
  }
  if (problems.length > 0) throw new AppProblemsError(problems)
  return Object.fromEntries(texts)
}

function problem(file: string, message: string): AppProblem {
  return { message, file, line: null, column: null, frame: null }
}
