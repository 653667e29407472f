interface Document {
  paths: object
  components: { schemas: Record<string, unknown> }
}

const prefix = '#/components/schemas/'

/** An OpenAPI document with each schema in the place of the references to it. */
export function withResolvedReferences<T extends Document>(document: T): T {
  const { schemas } = document.components
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve)
    if (typeof node !== 'object' || node === null) return node
    const { $ref, ...rest } = node as { $ref?: unknown }
    const own = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, resolve(value)]))
    if (typeof $ref !== 'string') return '$ref' in node ? { $ref: resolve($ref), ...own } : own
    const name = $ref.slice(prefix.length)
    if (!$ref.startsWith(prefix) || !(name in schemas)) throw new Error(`Nothing in the document is at ${$ref}`)
    return { ...(resolve(schemas[name]) as object), ...own }
  }
  return { ...document, paths: resolve(document.paths) }
}
