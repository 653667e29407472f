import { hash } from 'node:crypto'

const serverLength = 24
const nameLength = 64
const hashLength = 6

/** Names for the servers, one each: what their tools' names begin with. */
export function serverPrefixes(names: readonly string[]): Map<string, string> {
  return distinct(names, serverLength, name => plain(name).replaceAll(/__+/g, '_'))
}

/**
 * Names under which a server's tools are offered, `<server>__<tool>`: letters, digits, `_` and `-`. Of several that would be the
 * same, a hash distinguishes those that had to be changed, so that a name never depends on the order of a list.
 */
export function publicNames(prefix: string, tools: readonly string[]): Map<string, string> {
  const names = distinct(tools, nameLength - prefix.length - 2, plain)
  return new Map(Array.from(names, ([tool, name]) => [tool, `${prefix}__${name}`]))
}

function distinct(names: readonly string[], limit: number, clean: (name: string) => string): Map<string, string> {
  const wanted = new Map(names.map(name => [name, clean(name)]))
  const owners = Map.groupBy(wanted.keys(), name => wanted.get(name)!)
  return new Map(
    Array.from(wanted, ([name, short]) => {
      const isAlone = owners.get(short)?.length === 1
      const isKept = short === name || isAlone
      return [name, isKept && short.length <= limit ? short : withHash(name, short, limit)]
    }),
  )
}

function withHash(name: string, short: string, limit: number): string {
  return `${short.slice(0, limit - hashLength - 1)}_${hash('sha256', name, 'hex').slice(0, hashLength)}`
}

/** `getTinyImage` is `get_tiny_image`. */
function plain(name: string): string {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
  const kept = words.replaceAll(/[^a-z0-9_-]+/g, '_').replaceAll(/^[^a-z]+/g, '')
  return kept === '' ? 'x' : kept
}
