import { messageOf } from '@svc/plugin'
import { playbookFiles } from '@svc/plugin/contracts/app-folders'
import { fieldProblem, manifestProblems, parseManifest } from '@svc/plugin/library/manifests/manifest-problems'
import type { ManifestFormat } from '@svc/plugin/library/manifests/manifest-problems'
import type { SchemaError } from '@svc/plugin/library/schemas/schema-faults'
import type { AppProblem, SourceFolder } from '@svc/plugin/contracts/sandbox'
import { validateAgentAppManifest } from '../generated/agent-app-manifest-validator.js'
import type { AgentAppManifest } from '../generated/agent-app-manifest.ts'
import { validateSandboxedToolManifest } from '../generated/tool-manifest-validator.js'
import type { SandboxedToolManifest } from '../generated/tool-manifest.ts'

/** What the manifests of apps and of tools have in common. */
export type CommonManifest = Pick<
  AgentAppManifest,
  'name' | 'version' | 'description' | 'permissions' | 'limits' | 'config' | 'examples'
>

const maxBytes = 256 * 1024
const maxNesting = 100

/** A manifest that fits its schema, with the text it was read from: problems found later still know their place. */
export interface ManifestText<Manifest extends CommonManifest = CommonManifest> {
  text: string
  file: string
  format: ManifestFormat
  manifest: Manifest
}

type Read<Manifest extends CommonManifest> = ManifestText<Manifest> | { problems: AppProblem[] }

type Validate<Manifest> = ((value: unknown) => value is Manifest) & { errors?: SchemaError[] | null }

/** A problem without a place in a text. */
export function plainProblem(file: string, message: string): AppProblem {
  return { message, file, line: null, column: null, frame: null }
}

/** A problem at a field of the manifest. */
export function problemIn(source: ManifestText, path: readonly (string | number)[], message: string): AppProblem {
  return fieldProblem({ text: source.text, file: source.file, format: source.format, path, message })
}

/** The text of a file of the folder, or the problem that keeps it from being text. */
export function textOf(source: SourceFolder, file: string): { text: string } | { problem: AppProblem } {
  const bytes = source.files.get(file)
  if (!bytes) return { problem: plainProblem(file, `There is no file ${file} in this folder.`) }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { problem: plainProblem(file, 'The file is not UTF-8 text. Save it as UTF-8.') }
  }
}

/** Finds the manifest of an app's folder, reads it and checks it against its schema. */
export function readManifestText(source: SourceFolder): Read<AgentAppManifest> {
  const tool = manifestFile(source, 'tool')
  const found = manifestFile(source, 'manifest')
  if (found !== null && tool !== null) {
    return refused(tool, `There are both ${found} and ${tool}. An app and a tool each need a folder of their own.`)
  }
  if (found !== null) return readFile(source, found, validateAgentAppManifest)
  const other = [...source.files.keys()].find(file => /^(manifest\.(yml|jsonc|json5|ts|js)|app\.json)$/i.test(file))
  const remedy = other
    ? `Rename ${other} to manifest.json or manifest.yaml.`
    : 'Add one; "svc app new <name>" writes a whole folder.'
  return refused('manifest.json', `The folder has neither manifest.json nor manifest.yaml. ${remedy}`)
}

/** The same for a tool's folder. */
export function readToolText(source: SourceFolder): Read<SandboxedToolManifest> {
  return readFile(source, manifestFile(source, 'tool') ?? 'tool.json', validateSandboxedToolManifest)
}

/** A folder with a playbook alone. */
export function isPlaybookFolder(source: SourceFolder): boolean {
  const isOther = manifestFile(source, 'tool') !== null || manifestFile(source, 'manifest') !== null
  return !isOther && playbookFiles.some(file => source.files.has(file))
}

/** A folder with a `tool.json` or `tool.yaml` and no app's manifest is a tool's. */
export function isToolFolder(source: SourceFolder): boolean {
  return manifestFile(source, 'tool') !== null && manifestFile(source, 'manifest') === null
}

function manifestFile(source: SourceFolder, name: string): string | null {
  return [`${name}.json`, `${name}.yaml`].find(file => source.files.has(file)) ?? null
}

function refused(file: string, message: string): { problems: AppProblem[] } {
  return { problems: [plainProblem(file, message)] }
}

function readFile<Manifest extends CommonManifest>(
  source: SourceFolder,
  file: string,
  validate: Validate<Manifest>,
): Read<Manifest> {
  const yaml = file.replace(/\.json$/, '.yaml')
  if (yaml !== file && source.files.has(yaml))
    return refused(yaml, `There are both ${file} and ${yaml}. Remove one of them.`)
  const read = textOf(source, file)
  if ('problem' in read) return { problems: [read.problem] }
  return checkText(read.text, file, file.endsWith('.json') ? 'json' : 'yaml', validate)
}

function checkText<Manifest extends CommonManifest>(
  text: string,
  file: string,
  format: ManifestFormat,
  validate: Validate<Manifest>,
): Read<Manifest> {
  if (text.length > maxBytes) return refused(file, `The manifest has more than ${maxBytes} bytes. Make it smaller.`)
  if (nestingOf(text) > maxNesting)
    return refused(file, `The manifest is nested more than ${maxNesting} levels deep. Make it flatter.`)
  try {
    const parsed = parseManifest({ text, file, format })
    if ('problems' in parsed) return parsed
    const { value } = parsed
    if (validate(value)) return { text, file, format, manifest: value }
    return { problems: manifestProblems({ text, file, format, errors: validate.errors ?? [] }) }
  } catch (error) {
    return refused(file, `The manifest cannot be read: ${messageOf(error)}.`)
  }
}

/** How deep brackets are nested, found without recursion. */
function nestingOf(text: string): number {
  let depth = 0
  let deepest = 0
  let inText = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (inText && character === '\\') at += 1
    else if (character === '"') inText = !inText
    else if (!inText && (character === '{' || character === '[')) deepest = Math.max(deepest, ++depth)
    else if (!inText && (character === '}' || character === ']')) depth -= 1
  }
  return deepest
}
