/** Names of a home that no archive holds or may bring: they would lock it, or answer in the server's place. */
export const namesOfMachine: readonly string[] = ['backups', 'lock.sqlite', 'operator.sock', 'setup_token']
const keptOut = new Set([...namesOfMachine, 'manifest.json'])
const longestPath = 1024
// Windows knows more separators and devices than these; what it cannot write, it refuses by itself.
const forbidden = /[\\:*?"<>|]/

/** What is wrong with paths that are to be written below a folder: each stays inside, and no two meet on any file system. */
export function pathFaults(paths: readonly string[]): string[] {
  const seen = new Set<string>()
  const faults: string[] = []
  for (const path of paths) {
    const fault = faultOf(path) ?? clashOf(path, seen)
    if (fault !== null) faults.push(`${JSON.stringify(path.slice(0, 100))} ${fault}`)
    seen.add(folded(path))
  }
  const files = new Set([...seen])
  for (const path of seen) {
    const parents = parentsOf(path).filter(parent => files.has(parent))
    if (parents.length > 0) faults.push(`${JSON.stringify(path.slice(0, 100))} lies in a file`)
  }
  return faults
}

/** Paths of an archive as they come, one after the other. */
export class ArchivePaths {
  readonly #files = new Set<string>()
  readonly #folders = new Set<string>()

  /** What is wrong with a path beside those that were taken; null: it is taken. */
  take(path: string): string | null {
    const name = folded(path)
    const parents = parentsOf(name)
    const fault = faultOf(path) ?? clashOf(path, this.#files)
    if (fault !== null) return fault
    if (this.#folders.has(name) || parents.some(parent => this.#files.has(parent)))
      return 'is a file and a folder on systems that ignore capitals'
    this.#files.add(name)
    for (const parent of parents) this.#folders.add(parent)
    return null
  }
}

function faultOf(path: string): string | null {
  const names = path.split('/')
  if (path === '' || path.length > longestPath) return 'is empty or too long'
  if (names.some(name => name === '' || name === '.' || name === '..')) return 'leads out of the home'
  if (forbidden.test(path) || [...path].some(character => character < ' ' || character === '\x7f'))
    return 'has characters that are not for names'
  if (keptOut.has(folded(names[0] ?? ''))) return 'is not for an archive'
  return null
}

function clashOf(path: string, seen: ReadonlySet<string>): string | null {
  return seen.has(folded(path)) ? 'stands there twice' : null
}

/** macOS and Windows take these for one name. */
function folded(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

function parentsOf(path: string): string[] {
  const names = path.split('/')
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'))
}
