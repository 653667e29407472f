/** A member whose name its object has more than once: readers of JSON keep the last of them. */
export interface SharedName {
  name: string
  /** Counted from 1 among the members of its object. */
  place: number
  /** Where the name stands in the text, with its quotes. */
  start: number
  end: number
  /** Every name of its object. */
  names: ReadonlySet<string>
}

type Member = Omit<SharedName, 'names'>

const quote = 34
const colon = 58
const backslash = 92
const opening = new Set([91, 123])
const closing = new Set([93, 125])

/** All such members of valid JSON, in the order of the text. */
export function sharedNames(json: string): SharedName[] {
  if (!mayShareNames(json)) return []
  const found: SharedName[] = []
  // Of each object that is open; a list has no members.
  const open: Member[][] = []
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (opening.has(code)) open.push([])
    else if (closing.has(code)) found.push(...sharedIn(open.pop() ?? []))
    if (code !== quote) continue
    const end = endOfString(json, at)
    const members = open.at(-1)
    if (members && isBeforeColon(json, end)) {
      members.push({ name: JSON.parse(json.slice(at, end)) as string, place: members.length + 1, start: at, end })
    }
    at = end - 1
  }
  return found.toSorted((a, b) => a.start - b.start)
}

/** The same JSON, with members that share a name called `_1`, `_2` and so on by their place, as those of `row(1, 2)` are. */
export function uniquelyNamedJson(json: string): string {
  let rest = 0
  const pieces = sharedNames(json).map(({ place, names, start, end }) => {
    let name = `_${place}`
    while (names.has(name)) name = `_${name}`
    const piece = `${json.slice(rest, start)}"${name}"`
    rest = end
    return piece
  })
  return pieces.join('') + json.slice(rest)
}

/** Parsing is much faster than the search for names: valid JSON has one colon for each member, and what is parsed keeps one of each name. */
function mayShareNames(json: string): boolean {
  if (json.indexOf(':') === json.lastIndexOf(':')) return false
  let colons = 0
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === quote) at = endOfString(json, at) - 1
    else if (code === colon) colons += 1
  }
  return membersOf(JSON.parse(json)) < colons
}

function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner: unknown[] = Object.values(value)
  return inner.reduce<number>((sum, each) => sum + membersOf(each), Array.isArray(value) ? 0 : inner.length)
}

function endOfString(json: string, start: number): number {
  let at = start + 1
  while (at < json.length && json.charCodeAt(at) !== quote) at += json.charCodeAt(at) === backslash ? 2 : 1
  return at + 1
}

function isBeforeColon(json: string, end: number): boolean {
  let at = end
  while (/\s/.test(json.charAt(at))) at += 1
  return json.charCodeAt(at) === colon
}

function sharedIn(members: readonly Member[]): SharedName[] {
  const byName = Map.groupBy(members, ({ name }) => name)
  const names = new Set(byName.keys())
  return [...byName.values()].filter(({ length }) => length > 1).flatMap(same => same.map(each => ({ ...each, names })))
}
