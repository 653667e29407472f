import { codeFrameColumns } from '@babel/code-frame'
import { closestWord } from '../closest-word.ts'
import { jsonSource, yamlSource } from './manifest-source.ts'
import type { ManifestSource } from './manifest-source.ts'
import { schemaFaultWords } from '../schemas/schema-faults.ts'
import type { SchemaError } from '../schemas/schema-faults.ts'

export type ManifestFormat = 'json' | 'yaml'

/** What is wrong with a file that people write: the rule and the remedy, the place, and a code frame of it. */
export interface TextProblem {
  message: string
  file: string
  line: number | null
  column: number | null
  frame: string | null
}

interface ManifestText {
  text: string
  /** As it is shown to people. */
  file: string
  format: ManifestFormat
}

/** Reads a manifest's text: its value, or all that keeps it from being read (syntax errors, keys that stand twice). */
export function parseManifest(manifest: ManifestText): { value: unknown } | { problems: TextProblem[] } {
  const source = sourceOf(manifest)
  if (source.faults.length === 0) return { value: source.value() }
  return { problems: source.faults.map(fault => problemAt(manifest, fault.offset, fault.message)) }
}

/** Turns a validator's errors into problems with the place in the text, the rule and the remedy. */
export function manifestProblems(manifest: ManifestText & { errors: readonly SchemaError[] }): TextProblem[] {
  const source = sourceOf(manifest)
  const seen = new Set<string>()
  const problems: TextProblem[] = []
  for (const error of manifest.errors) {
    const path = pathOf(error.instancePath)
    const message = sentenceOf(error, path, source)
    if (message === null || seen.has(message)) continue
    seen.add(message)
    const unknownKey = unknownKeyOf(error)
    const offset = unknownKey === null ? source.valueOffset(path) : source.keyOffset([...path, unknownKey])
    problems.push(problemAt(manifest, offset, message))
  }
  return problems
}

/** One problem at a field's value that a schema cannot detect, such as an invalid cron expression. */
export function fieldProblem(
  manifest: ManifestText & { path: readonly (string | number)[]; message: string },
): TextProblem {
  return problemAt(
    manifest,
    sourceOf(manifest).valueOffset(manifest.path),
    `${fieldName(manifest.path)}: ${manifest.message}`,
  )
}

/** Where a field's key stands; the nearest thing around it when it is absent. Lines and columns count from 1. */
export function manifestPlace(
  manifest: Pick<ManifestText, 'text' | 'format'>,
  path: readonly (string | number)[],
): { line: number; column: number } {
  const source = manifest.format === 'json' ? jsonSource(manifest.text) : yamlSource(manifest.text)
  return placeAt(manifest.text, source.keyOffset(path))
}

/** `tools[0].name`, as people write a path. */
export function fieldName(path: readonly (string | number)[]): string {
  return path.reduce<string>((name, part) => {
    if (typeof part === 'number') return `${name}[${part}]`
    return name === '' ? part : `${name}.${part}`
  }, '')
}

function sourceOf({ text, format }: ManifestText): ManifestSource {
  return format === 'json' ? jsonSource(text) : yamlSource(text)
}

function problemAt({ text, file }: ManifestText, offset: number, message: string): TextProblem {
  const { line, column } = placeAt(text, offset)
  // The frame counts columns from 0.
  return { message, file, line, column, frame: codeFrameColumns(text, { start: { line, column: column - 1 } }) }
}

function placeAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

function pathOf(pointer: string): (string | number)[] {
  if (pointer === '') return []
  const parts = pointer.slice(1).split('/')
  return parts.map(part => (/^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')))
}

function unknownKeyOf({ keyword, params }: SchemaError): string | null {
  const key = keyword === 'additionalProperties' ? params['additionalProperty'] : params['unevaluatedProperty']
  if (keyword !== 'additionalProperties' && keyword !== 'unevaluatedProperties') return null
  return typeof key === 'string' ? key : null
}

function sentenceOf(error: SchemaError, path: (string | number)[], source: ManifestSource): string | null {
  const field = fieldName(path)
  const at = field === '' ? '' : `${field}: `
  const unknownKey = unknownKeyOf(error)
  if (unknownKey !== null) return unknownKeySentence(unknownKey, field, error.parentSchema)
  // The branches' own errors say more than the keyword that joins them.
  if (error.keyword === 'if') return null
  switch (error.keyword) {
    case 'required':
      return `${at}the key "${String(error.params['missingProperty'])}" is missing. Add it.`
    case 'enum':
      return at + oneOfSentence(error.params['allowedValues'], source.at(path))
    case 'const':
      return `${at}must be ${JSON.stringify(error.params['allowedValue'])}.`
    case 'type':
      return `${at}${schemaFaultWords(error)}, but is ${typeName(source.at(path))}.${descriptionOf(error)}`
    case 'pattern':
      return `${at}${JSON.stringify(source.at(path))} does not match ${String(error.params['pattern'])}.${descriptionOf(error)}`
    default:
      return `${at}${schemaFaultWords(error)}.${descriptionOf(error)}`
  }
}

function unknownKeySentence(key: string, field: string, schema: object | undefined): string {
  const properties = schema && 'properties' in schema ? schema.properties : null
  const known = properties && typeof properties === 'object' ? Object.keys(properties) : []
  const suggestion = closestWord(key, known)
  const place = field === '' ? '' : ` in ${field}`
  if (suggestion) return `Unknown key "${key}"${place}. Did you mean "${suggestion}"?`
  if (known.length === 0) return `Unknown key "${key}"${place}. Remove it.`
  return `Unknown key "${key}"${place}. Remove it; the known keys are ${known.filter(name => name !== '$schema').join(', ')}.`
}

function oneOfSentence(allowed: unknown, value: unknown): string {
  const values = Array.isArray(allowed) ? allowed.map(String) : []
  const suggestion = typeof value === 'string' ? closestWord(value, values) : null
  const remedy = suggestion ? ` Did you mean "${suggestion}"?` : ''
  return `${JSON.stringify(value)} is not one of ${values.join(', ')}.${remedy}`
}

function descriptionOf({ parentSchema }: SchemaError): string {
  const description = parentSchema && 'description' in parentSchema ? parentSchema.description : null
  return typeof description === 'string' ? ` ${description}` : ''
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
