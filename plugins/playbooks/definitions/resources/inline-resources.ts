import { messageOf, parseJson } from '@svc/plugin'
import type { JsonObject, JsonValue } from '@svc/plugin'
import { below } from '../../interpreter/frame.ts'
import { functionName } from '../../interpreter/rules/functions.ts'
import { DefinitionText } from '../definition-text.ts'
import { isObject } from '../mistakes.ts'
import type { Mistake } from '../mistakes.ts'
import { FileFault, fileNamedBy, stampOf, textIn } from './folder-file.ts'

/** A definition with the schemas and prompts in it that it had named by their files. */
export interface InlinedDefinition {
  definition: JsonObject
  mistakes: Mistake[]
  /** The files that it names, there or not, each with its stamp from before it was read. */
  files: ReadonlyMap<string, string>
}

/** Where arguments of our own functions may name a file: texts, and JSON Schemas. */
const argumentsFor: Readonly<Record<string, { texts: readonly string[]; schemas: readonly string[] }>> = {
  agent: { texts: ['prompt', 'system'], schemas: ['schema'] },
  approval: { texts: ['body'], schemas: ['form'] },
}
/** Files are written into the definition as often as they are named. */
const mostBytes = 1024 * 1024
const deepest = 32

/**
 * Writes the files that `resource: {endpoint: "file:./x.json"}` names into the definition, so that a run keeps what it began with.
 * `folder`: where they lie; undefined for a definition that was sent, beside which there are none.
 */
export async function inlineResources(definition: JsonObject, folder: string | undefined): Promise<InlinedDefinition> {
  // Most definitions name no file, and are not copied.
  if (!JSON.stringify(definition).includes('"resource"')) return { definition, mistakes: [], files: new Map() }
  const inlined = structuredClone(definition)
  const reader = new ResourceReader(folder)
  await reader.workflow(inlined)
  return { definition: inlined, mistakes: reader.mistakes, files: reader.files }
}

class ResourceReader {
  readonly mistakes: Mistake[] = []
  readonly files = new Map<string, string>()
  readonly #folder: string | undefined
  #bytes = 0

  constructor(folder: string | undefined) {
    this.#folder = folder
  }

  async workflow(definition: JsonObject): Promise<void> {
    await this.#data(definition, '')
    const functions = isObject(definition['use']) ? definition['use']['functions'] : undefined
    for (const [name, given] of Object.entries(isObject(functions) ? functions : {}))
      if (isObject(given)) await this.#call(given, below('/use/functions', name))
    await this.#tasks(definition['do'], '/do', 1)
  }

  async #tasks(list: JsonValue | undefined, path: string, depth: number): Promise<void> {
    // What is deeper is refused by the checks.
    if (!Array.isArray(list) || depth > deepest) return
    for (const [index, entry] of list.entries())
      for (const [name, task] of Object.entries(isObject(entry) ? entry : {}))
        if (isObject(task)) await this.#task(task, below(path, index, name), depth)
  }

  async #task(task: JsonObject, path: string, depth: number): Promise<void> {
    await this.#data(task, path)
    await this.#call(task, path)
    const { fork, catch: handler } = task
    await this.#tasks(task['do'], below(path, 'do'), depth + 1)
    await this.#tasks(task['try'], below(path, 'try'), depth + 1)
    if (isObject(fork)) await this.#tasks(fork['branches'], below(path, 'fork', 'branches'), depth + 1)
    if (isObject(handler)) await this.#tasks(handler['do'], below(path, 'catch', 'do'), depth + 1)
  }

  /** Schemas of what goes in and out. */
  async #data(holder: JsonObject, path: string): Promise<void> {
    for (const member of ['input', 'output', 'export']) {
      const data = holder[member]
      const schema = isObject(data) ? data['schema'] : undefined
      if (!isObject(schema) || schema['resource'] === undefined) continue
      const at = below(path, member, 'schema')
      if (schema['document'] !== undefined)
        this.mistakes.push({ code: 'invalid', path: at, message: 'A schema has document or resource, and not both.' })
      schema['document'] = (await this.#schema(schema['resource'], below(at, 'resource'))) ?? {}
      delete schema['resource']
    }
  }

  async #call({ call, with: given }: JsonObject, path: string): Promise<void> {
    const known = typeof call === 'string' ? argumentsFor[functionName(call)] : undefined
    if (known === undefined || !isObject(given)) return
    const named = (name: string): JsonValue | undefined => {
      const value = given[name]
      return isObject(value) && Object.keys(value).length === 1 ? value['resource'] : undefined
    }
    const at = (name: string): string => below(path, 'with', name, 'resource')
    for (const name of known.texts) {
      const resource = named(name)
      // A word in its place, so that one mistake is one error.
      if (resource !== undefined) given[name] = (await this.#text(resource, at(name)))?.text ?? 'missing'
    }
    for (const name of known.schemas) {
      const resource = named(name)
      if (resource !== undefined) given[name] = (await this.#schema(resource, at(name))) ?? {}
    }
  }

  async #schema(resource: JsonValue, path: string): Promise<JsonObject | null> {
    const found = await this.#text(resource, path)
    if (found === null) return null
    const read = parsed(found.text, found.file)
    if ('value' in read && isObject(read.value)) return read.value
    const message = 'message' in read ? read.message : `${found.file} is no JSON Schema: it has no object.`
    this.mistakes.push({ code: 'resource', path, message })
    return null
  }

  async #text(resource: JsonValue, path: string): Promise<{ file: string; text: string } | null> {
    const given = isObject(resource) ? resource['endpoint'] : undefined
    const endpoint = isObject(given) ? given['uri'] : given
    try {
      if (typeof endpoint !== 'string') throw new FileFault('A resource is written as {endpoint: "file:./name.json"}.')
      const file = fileNamedBy(endpoint)
      if (this.#folder === undefined)
        throw new FileFault(
          `${file} is read where the playbook is a folder: a definition that is sent has no files beside it.`,
        )
      if (!this.files.has(file)) this.files.set(file, await stampOf(this.#folder, file))
      const text = await textIn(this.#folder, file)
      this.#bytes += Buffer.byteLength(text)
      if (this.#bytes > mostBytes)
        throw new FileFault(`The files that it names have more than ${mostBytes} bytes together.`)
      return { file, text }
    } catch (error) {
      if (!(error instanceof FileFault)) throw error
      this.mistakes.push({ code: error.code, path, message: error.message })
      return null
    }
  }
}

function parsed(text: string, file: string): { value: JsonValue } | { message: string } {
  if (!/\.ya?ml$/i.test(file)) {
    try {
      return { value: parseJson(text) }
    } catch (error) {
      return { message: `${file} is no JSON: ${messageOf(error)}` }
    }
  }
  const read = new DefinitionText(text).read()
  if ('value' in read) return read
  const [first] = read.errors
  return { message: `${file}: ${first?.message ?? 'It cannot be read.'}` }
}
