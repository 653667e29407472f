import { posix } from 'node:path'
import type { Loader } from 'esbuild-wasm/lib/browser.js'

const loaders: Record<string, Loader> = { '.ts': 'ts', '.tsx': 'tsx', '.js': 'js', '.json': 'json' }
const endings = Object.keys(loaders)
const typeImport = /\bimport(?:\s+type\b[^'"]{1,2000}?\bfrom|\s*\{([^{}'"]*)\}\s*from)\s*(?:"([^"\n]+)"|'([^'\n]+)')/g
const typeName = /^\s*type\s+[\w$]+(\s+as\s+[\w$]+)?\s*$/

/** The files of one folder, in memory, and how imports find them. There is no disk behind it. */
export class SourceTree {
  readonly #files: ReadonlyMap<string, string>

  constructor(files: Readonly<Record<string, string>>) {
    this.#files = new Map(Object.entries(files))
  }

  /** The file that `specifier`, written in `importer`, means: as it stands, with an ending, `.js` for `.ts`, or a folder's index. */
  resolve(importer: string, specifier: string): string | null {
    const path = posix.join(posix.dirname(importer), specifier)
    if (path.startsWith('../') || posix.isAbsolute(path)) return null
    const candidates = [
      path,
      ...endings.map(ending => path + ending),
      path.replace(/\.js$/, '.ts'),
      path.replace(/\.js$/, '.tsx'),
      ...endings.map(ending => posix.join(path, `index${ending}`)),
    ]
    return candidates.find(candidate => this.#files.has(candidate)) ?? null
  }

  has(path: string): boolean {
    return this.#files.has(path)
  }

  /** True when each import of `specifier` in `importer` is of types: `import type …` or `import { type A, type B } …`. */
  importsTypesAlone(importer: string, specifier: string): boolean {
    const text = this.#files.get(importer)
    if (text === undefined || !/\.tsx?$/.test(importer)) return false
    const mentions = text.split(/(["'])/).filter(part => part === specifier).length
    const ofTypes = text
      .matchAll(typeImport)
      .filter(([, names, double, single]) => (double ?? single) === specifier && namesTypesAlone(names))
    return mentions > 0 && mentions === [...ofTypes].length
  }

  /** Contents and loader; null when there is no such file or its ending has no loader. */
  load(path: string): { contents: string; loader: Loader } | null {
    const text = this.#files.get(path)
    const loader = loaders[posix.extname(path)]
    if (text === undefined || loader === undefined) return null
    // A source map named in a source would take frames to other names; one letter less keeps every column.
    return { contents: loader === 'json' ? text : text.replaceAll('sourceMappingURL=', 'sourceMappingUR1='), loader }
  }
}

/** `import type` says it once, for all its names. */
function namesTypesAlone(names: string | undefined): boolean {
  if (names === undefined) return true
  const listed = names.replace(/,\s*$/, '').split(',')
  return listed.every(name => typeName.test(name))
}
