import { parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Node, ParseError } from 'jsonc-parser'
import { isMap, isNode, isPair, isSeq, parseDocument } from 'yaml'

type Path = readonly (string | number)[]

/** A parsed text that still knows where everything stands. */
export interface ManifestSource {
  faults: { offset: number; message: string }[]
  value(): unknown
  /** What stands at `path`, or undefined. */
  at(path: Path): unknown
  /** Where the value stands, or the nearest thing around it. */
  valueOffset(path: Path): number
  /** Where the last key of the path stands. */
  keyOffset(path: Path): number
}

const jsonFaults: Record<string, string> = {
  InvalidCommentToken: 'Comments are not allowed in JSON. Remove it.',
  CommaExpected: 'A comma is missing before this.',
  ColonExpected: 'A colon is missing before this.',
  PropertyNameExpected: 'A key in double quotes is expected here; a comma before a closing brace is not allowed.',
  ValueExpected: 'A value is expected here; a comma before a closing bracket is not allowed.',
  CloseBraceExpected: 'A closing brace } is missing.',
  CloseBracketExpected: 'A closing bracket ] is missing.',
  EndOfFileExpected: 'Nothing may follow the closing brace.',
  UnexpectedEndOfString: 'The closing quote of this text is missing.',
}

export function jsonSource(text: string): ManifestSource {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  // What follows the first fault is mostly its echo.
  const faults = errors.slice(0, 1).map(({ error, offset }) => {
    const code = printParseErrorCode(error)
    return { offset, message: jsonFaults[code] ?? `This is not JSON (${code}).` }
  })
  if (root) faults.push(...doubleKeys(root))
  return {
    faults,
    value: () => JSON.parse(text) as unknown,
    at: path => valueAt(JSON.parse(text), path),
    valueOffset: path => walkJson(root, path)?.offset ?? 0,
    keyOffset: path => {
      const value = walkJson(root, path)
      return value?.parent?.type === 'property' ? value.parent.offset : (value?.offset ?? 0)
    },
  }
}

function doubleKeys(node: Node): { offset: number; message: string }[] {
  const seen = new Set<unknown>()
  const found: { offset: number; message: string }[] = []
  for (const child of node.children ?? []) {
    const key = node.type === 'object' ? child.children?.[0] : undefined
    if (key && seen.has(key.value))
      found.push({ offset: key.offset, message: `The key "${String(key.value)}" stands here twice. Remove one.` })
    if (key) seen.add(key.value)
    found.push(...doubleKeys(child))
  }
  return found
}

function walkJson(root: Node | undefined, path: Path): Node | undefined {
  let node = root
  for (const part of path) {
    const next = childOf(node, part)
    if (!next) return node
    node = next
  }
  return node
}

function childOf(node: Node | undefined, part: string | number): Node | undefined {
  if (node?.type === 'array') return node.children?.[Number(part)]
  return node?.children?.find(property => property.children?.[0]?.value === String(part))?.children?.[1]
}

export function yamlSource(text: string): ManifestSource {
  const document = parseDocument(text, { prettyErrors: false, uniqueKeys: true })
  const faults = document.errors.map(error => ({ offset: error.pos[0], message: `${error.message}.` }))
  return {
    faults,
    value: () => document.toJS() as unknown,
    at: path => valueAt(document.toJS(), path),
    valueOffset: path => walkYaml(document.contents, path).value,
    keyOffset: path => walkYaml(document.contents, path).key,
  }
}

function walkYaml(root: unknown, path: Path): { key: number; value: number } {
  let node = root
  const start = isNode(root) ? (root.range?.[0] ?? 0) : 0
  let place = { key: start, value: start }
  for (const part of path) {
    const item = isMap(node) ? node.items.find(pair => String(pair.key) === String(part)) : undefined
    const next = isSeq(node) ? node.items[Number(part)] : item?.value
    if (next === undefined && !isPair(item)) return place
    const value = isNode(next) ? (next.range?.[0] ?? place.value) : place.value
    place = { key: isPair(item) && isNode(item.key) ? (item.key.range?.[0] ?? value) : value, value }
    node = next
  }
  return place
}

function valueAt(value: unknown, path: Path): unknown {
  let current = value
  for (const part of path) {
    if (current === null || typeof current !== 'object') return undefined
    current = (current as Record<string | number, unknown>)[part]
  }
  return current
}
