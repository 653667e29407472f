import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, extname, join, relative, sep } from 'node:path'
import { AppProblemsError } from '@svc/plugin/contracts/sandbox'
import type { AppBuilder, AppBundle, AppProblem, SourceFolder } from '@svc/plugin/contracts/sandbox'
import type { BuildCache } from './build-cache.ts'
import type { BuildHost } from './build-host.ts'
import type { BuildError } from './build-problems.ts'
import { readSourceFolder } from './source-reader.ts'

const sourceEndings = new Set(['.ts', '.tsx', '.js', '.json'])

// The shape of what the cache holds; a new one leaves old entries unread.
const cacheFormat = 1

type BuildAnswer = { errors: null; code: string; source_map: string } | { errors: BuildError[] }

/** What `@svc/sdk/agent-app` is inside an app: its files by relative path, handed to the compiler with the app's own. */
interface SdkRuntime {
  files: Record<string, string>
  entry: string
  /** Changes with the SDK's files and with the compiler's version: a part of the cache's keys. */
  fingerprint: string
}

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

  async checkTypes(source: SourceFolder, entry: string): Promise<readonly AppProblem[]> {
    const files = sourceTexts(source)
    const sdk = await readSdkTypes(Object.values(files))
    const faults = (await this.#host.checkTypes({ files, entry, sdk })) as BuildError[] | null
    if (faults === null) {
      return [
        problem(
          entry,
          'The types could not be checked: the check ran out of time or memory on this folder. Look for types that are computed from themselves, and make them smaller.',
        ),
      ]
    }
    if (faults.length === 0) return []
    const { toProblem } = await import('./build-problems.ts')
    return faults.map(fault => toProblem(fault, files, entry))
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

/** What an app may import of the SDK, with its types: sources by path below the package's, and which of them each name means. */
async function readSdkTypes(
  texts: readonly string[],
): Promise<{ files: Record<string, string>; imports: Record<string, string> }> {
  const require = createRequire(import.meta.url)
  const [agentApp, types] = ['@svc/sdk/agent-app', '@svc/sdk/types']
  const folder = dirname(require.resolve(types))
  const relativeOf = (name: string): string => relative(folder, require.resolve(name)).replaceAll(sep, '/')
  // The types of the whole API are long, and few apps name one.
  const below = texts.some(text => text.includes(types)) ? '' : dirname(relativeOf(agentApp))
  const names = (await readdir(join(folder, below), { recursive: true }))
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(name => join(below, name))
  const files = await Promise.all(
    names.map(async name => [name.replaceAll(sep, '/'), await readFile(join(folder, name), 'utf8')] as const),
  )
  return {
    files: Object.fromEntries(files),
    imports: Object.fromEntries([agentApp, types].map(name => [name, relativeOf(name)])),
  }
}

/** Reads the SDK's runtime as it is installed; its folder holds all that its entry imports. */
async function readSdkRuntime(): Promise<SdkRuntime> {
  const require = createRequire(import.meta.url)
  const entry = require.resolve('@svc/sdk/agent-app')
  const folder = dirname(entry)
  const names = (await readdir(folder))
    .filter(name => /\.(ts|js)$/.test(name) && !/\.(d|test)\.(ts|js)$/.test(name))
    .sort()
  const texts = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))
  const files = Object.fromEntries(names.map((name, i) => [name, texts[i]!]))
  const { version } = JSON.parse(await readFile(require.resolve('esbuild-wasm/package.json'), 'utf8')) as {
    version: string
  }
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([cacheFormat, version, files]))
    .digest('hex')
  return { files, entry: basename(entry), fingerprint }
}
