/** Of UTF-8: as much as the file systems and databases these names may meet take. */
const maxNameBytes = 255
const maxTold = 10

export interface CleanedNames {
  names: string[]
  /** A sentence for each change, at most a few. */
  warnings: string[]
}

/** Names that every engine and every export takes: none empty, none twice (whatever the case), no control characters, none too long. */
export function cleanColumnNames(found: readonly string[]): CleanedNames {
  const taken = new Set<string>()
  const changes: string[] = []
  const cleaned = found.map(plainName)
  // A name that needs no change keeps it, though an earlier one is to be changed to the same.
  const untouched = new Set(cleaned.filter((name, index) => name === found[index]).map(name => name.toLowerCase()))
  const names = cleaned.map((wanted, index) => {
    const name = freeName(wanted === '' ? `column_${index + 1}` : wanted, taken, wanted === found[index], untouched)
    taken.add(name.toLowerCase())
    if (name !== found[index]) changes.push(changeOf(index, found[index]!, name))
    return name
  })
  const more = changes.length - maxTold
  const warnings = changes.slice(0, maxTold)
  if (more > 0) warnings.push(`${more} more column${more === 1 ? ' was' : 's were'} renamed.`)
  return { names, warnings }
}

function plainName(name: string): string {
  const visible = name.toWellFormed().replaceAll(/[\p{Cc}\u200b-\u200f\u2028-\u202e\ufeff]+/gu, ' ')
  return cut(visible.trim(), maxNameBytes)
}

function freeName(wanted: string, taken: Set<string>, isOwn: boolean, untouched: Set<string>): string {
  if (isFree(wanted)) return wanted
  for (let number = 2; ; number++) {
    const suffix = `_${number}`
    const name = cut(wanted, maxNameBytes - suffix.length) + suffix
    if (!taken.has(name.toLowerCase()) && !untouched.has(name.toLowerCase())) return name
  }

  function isFree(name: string): boolean {
    return !taken.has(name.toLowerCase()) && (isOwn || !untouched.has(name.toLowerCase()))
  }
}

function changeOf(index: number, from: string, to: string): string {
  if (plainName(from) === '') return `Column ${index + 1} has no name; it is called "${to}".`
  return `Column ${index + 1}, ${shown(from)}, is called "${cut(to, 100)}".`
}

function shown(name: string): string {
  return JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name)
}

/** At most so many bytes of UTF-8, no character halved. */
function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  let kept = text.slice(0, bytes)
  while (Buffer.byteLength(kept) > bytes) kept = kept.slice(0, -1)
  return kept.replace(/[\ud800-\udbff]$/, '').trimEnd()
}
