import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { messageOf } from '@svc/plugin'
import type { EventType, JsonSchema, ToolManifest } from '@svc/plugin'
import { shownPath } from '../boot-error.ts'
import type { BootProblem } from '../boot-error.ts'
import { validatePluginManifest } from './generated/plugin-manifest-validator.js'
import type { LoadedManifest, ManifestPlace, PluginManifest } from './loaded-manifest.ts'
import { fieldProblemIn, manifestProblemsOf, syntaxProblemsOf } from './manifest-report.ts'

type Field = (string | number)[]

/** Reads `plugin.json` and the schemas it names: the manifest, or everything that is wrong with it. */
export async function loadManifest(place: ManifestPlace): Promise<LoadedManifest | { problems: BootProblem[] }> {
  const path = join(place.folder, 'plugin.json')
  const file = shownPath(path, place.cwd)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const message = `The manifest cannot be read: ${messageOf(error)}. Make it readable, or remove the plugin's folder.`
    return { problems: [{ where: file, message, frame: null }] }
  }
  const value = parse(text)
  if (value === undefined) return { problems: await syntaxProblemsOf({ text, file }) }
  if (!validatePluginManifest(value))
    return { problems: await manifestProblemsOf({ text, file }, validatePluginManifest.errors ?? []) }
  return loadParts(value, { ...place, text, file })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    // The caller reads it again with a parser that says where it breaks; undefined is no JSON value.
    return undefined
  }
}

async function loadParts(
  manifest: PluginManifest,
  place: ManifestPlace & { text: string; file: string },
): Promise<LoadedManifest | { problems: BootProblem[] }> {
  const { folder, text, file } = place
  const faults: { field: Field; message: string }[] = []
  const digests = [hash('sha256', text, 'hex')]
  const inside = (path: string, field: Field): string | null => {
    const target = resolve(folder, path)
    if (target.startsWith(folder + sep)) return target
    faults.push({ field, message: `${path} lies outside the plugin's folder. Move the file into it.` })
    return null
  }
  const schema = async (path: string | undefined, field: Field): Promise<JsonSchema | null> => {
    const target = path === undefined ? null : inside(path, field)
    if (target === null) return null
    const read = await readSchema(target, place.builtin)
    if ('schema' in read) {
      digests.push(hash('sha256', read.text, 'hex'))
      return read.schema
    }
    faults.push({ field, message: `${path} cannot be read as a JSON Schema: ${read.fault}. Correct it.` })
    return null
  }
  const present = (path: string, field: Field): void => {
    const target = inside(path, field)
    if (target === null) return
    if (!existsSync(target)) faults.push({ field, message: `${path} is not there. Write it, or correct the path.` })
  }

  present(manifest.entry, ['entry'])
  for (const [index, { migrations }] of (manifest.storage ?? []).entries())
    present(migrations, ['storage', index, 'migrations'])
  for (const [index, { entry }] of (manifest.programs ?? []).entries()) present(entry, ['programs', index, 'entry'])
  for (const [index, { entry }] of (manifest.drivers ?? []).entries())
    present(entry.replace(/#.*$/, ''), ['drivers', index, 'entry'])
  for (const [index, { module }] of (manifest.pages ?? []).entries())
    if (module !== undefined) present(module, ['pages', index, 'module'])
  const config = await schema(manifest.config, ['config'])
  const tools: ToolManifest[] = []
  for (const [index, tool] of (manifest.tools ?? []).entries()) {
    const input = await schema(tool.input, ['tools', index, 'input'])
    const output = await schema(tool.output, ['tools', index, 'output'])
    tools.push(toolOf(manifest, tool, input ?? {}, output))
  }
  const payloads = new Map<string, JsonSchema>()
  for (const [index, job] of (manifest.jobs ?? []).entries()) {
    const payload = await schema(job.payload, ['jobs', index, 'payload'])
    if (payload) payloads.set(job.kind, payload)
  }
  const events: EventType[] = []
  for (const [index, event] of (manifest.events ?? []).entries()) {
    const data = await schema(event.data, ['events', index, 'data'])
    const { type, title, audience = 'workspace' } = event
    if (data) events.push({ type, title, data, audience, owner: manifest.id })
  }
  if (faults.length > 0) {
    const problems = await Promise.all(faults.map(fault => fieldProblemIn({ text, file }, fault.field, fault.message)))
    return { problems }
  }
  const digest = hash('sha256', digests.join('\n'), 'hex')
  return {
    manifest,
    folder,
    file,
    hash: digest,
    builtin: place.builtin,
    config,
    tools,
    events,
    payloads,
    migrations: null,
    faults: [],
  }
}

function toolOf(
  manifest: PluginManifest,
  tool: NonNullable<PluginManifest['tools']>[number],
  input: JsonSchema,
  output: JsonSchema | null,
): ToolManifest {
  const title = tool.title ?? tool.name
  return {
    name: tool.name,
    title,
    description: tool.description ?? String(input['description'] ?? title),
    input_schema: input,
    ...(output ? { output_schema: output } : {}),
    effect: tool.effect,
    annotations: {
      read_only: tool.read_only ?? tool.effect === 'read',
      destructive: tool.effect === 'destructive',
      open_world: tool.effect === 'external',
    },
    ...(tool.icon === undefined ? {} : { icon: tool.icon }),
    ...(tool.idempotent === undefined ? {} : { idempotent: tool.idempotent }),
    plugin: manifest.id,
    permission: tool.permission ?? null,
  }
}

/** A JSON Schema from a plugin's folder, with the bytes it was read from; or why it is none. */
async function readSchema(
  path: string,
  builtin: boolean,
): Promise<{ schema: JsonSchema; text: string } | { fault: string }> {
  try {
    const text = readFileSync(path, 'utf8')
    const value: unknown = JSON.parse(text)
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return { fault: 'it is not an object' }
    // Which draft it names says nothing to a validator that is made for one: what plugins use is the same in all.
    const { $schema: _, ...schema } = value as JsonSchema
    // The tests of the house check its own.
    if (builtin) return { schema, text }
    const { metaSchemaFault } = await import('@svc/plugin/library/meta-schemas/meta-schema-fault')
    const wrong = metaSchemaFault(schema)
    return wrong === null ? { schema, text } : { fault: `schema${wrong.path} ${wrong.message}` }
  } catch (error) {
    return { fault: messageOf(error) }
  }
}
