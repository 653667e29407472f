import { messageOf } from '@svc/plugin'
import { fieldProblem, manifestProblems, parseManifest } from '@svc/plugin/contracts/manifest-problems'
import type { ManifestFormat } from '@svc/plugin/contracts/manifest-problems'
import type { AppProblem, SourceFolder } from '@svc/plugin/contracts/sandbox'
import { validateAgentAppManifest } from '../generated/agent-app-manifest-validator.js'
import type { AgentAppManifest } from '../generated/agent-app-manifest.ts'

const maxBytes = 256 * 1024
const maxNesting = 100

/** A manifest that fits its schema, with the text it was read from: problems found later still know their place. */
export interface ManifestText {
  text: string
  file: string
  format: ManifestFormat
  manifest: AgentAppManifest
}

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

/** Finds the manifest of a folder, reads it and checks it against its schema. */
export function readManifestText(source: SourceFolder): ManifestText | { problems: AppProblem[] } {
  const json = source.files.has('manifest.json')
  const yaml = source.files.has('manifest.yaml')
  if (json && yaml) {
    return {
      problems: [plainProblem('manifest.yaml', 'There are both manifest.json and manifest.yaml. Remove one of them.')],
    }
  }
  if (!json && !yaml) {
    const other = [...source.files.keys()].find(file => /^(manifest\.(yml|jsonc|json5|ts|js)|app\.json)$/i.test(file))
    const remedy = other
      ? `Rename ${other} to manifest.json or manifest.yaml.`
      : 'Add one; "svc app new <name>" writes a whole folder.'
    return {
      problems: [plainProblem('manifest.json', `The folder has neither manifest.json nor manifest.yaml. ${remedy}`)],
    }
  }
  const file = json ? 'manifest.json' : 'manifest.yaml'
  const read = textOf(source, file)
  if ('problem' in read) return { problems: [read.problem] }
  return checkText(read.text, file, json ? 'json' : 'yaml')
}

function checkText(text: string, file: string, format: ManifestFormat): ManifestText | { problems: AppProblem[] } {
  if (text.length > maxBytes)
    return { problems: [plainProblem(file, `The manifest has more than ${maxBytes} bytes. Make it smaller.`)] }
  if (nestingOf(text) > maxNesting) {
    return {
      problems: [plainProblem(file, `The manifest is nested more than ${maxNesting} levels deep. Make it flatter.`)],
    }
  }
  try {
    const parsed = parseManifest({ text, file, format })
    if ('problems' in parsed) return parsed
    if (validateAgentAppManifest(parsed.value)) return { text, file, format, manifest: parsed.value }
    return { problems: manifestProblems({ text, file, format, errors: validateAgentAppManifest.errors ?? [] }) }
  } catch (error) {
    return { problems: [plainProblem(file, `The manifest cannot be read: ${messageOf(error)}.`)] }
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
