import { dirname, resolve } from 'node:path'
import { messageOf } from '@svc/plugin'
import type { Egress } from '@svc/plugin'
import { manifestPlace, manifestProblems, parseManifest } from '@svc/plugin/library/manifests/manifest-problems'
import type { TextProblem } from '@svc/plugin/library/manifests/manifest-problems'
import type { SchemaError } from '@svc/plugin/library/schemas/schema-faults'
import type { HttpTarget, ServersFile, StdioTarget, UnusableEntry } from './servers-file.ts'
import { fileSchema, serverSchema } from './servers-file.ts'

interface WrittenServer {
  disabled?: boolean
  type?: string
  url?: string
  headers?: Record<string, string>
  command?: string
  args?: string[]
  env?: Record<string, string>
  cwd?: string
}

type Check = (value: unknown) => readonly SchemaError[]
interface Surroundings {
  environment: Environment
  egress: Pick<Egress, 'check'>
}

type Environment = Readonly<Record<string, string | undefined>>

let checks: ReturnType<typeof openChecks> | undefined

const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g

/** Reads `mcp.json`. A server with a faulty entry is left out and reported; the others are used. */
export async function readServers(
  text: string,
  path: string,
  { environment, egress }: Surroundings,
): Promise<ServersFile> {
  const source = { text, file: path, format: 'json' as const }
  const parsed = parseManifest(source)
  if ('problems' in parsed) return unreadable(parsed.problems)
  checks ??= openChecks()
  const { checkFile, checkServer } = await checks
  const faults = checkFile(parsed.value)
  if (faults.length > 0) return unreadable(manifestProblems({ ...source, errors: faults }))

  const read: ServersFile = { servers: [], unusable: [], problem: null }
  for (const [name, value] of Object.entries((parsed.value as { mcpServers: object }).mcpServers)) {
    const errors = checkServer(value).map(error => below(['mcpServers', name], error))
    const written = value as WrittenServer
    const kind = typeof written === 'object' && written?.command !== undefined ? 'stdio' : 'http'
    const unusable = (problem: string | null): UnusableEntry => ({ name, kind, problem })
    if (errors.length > 0) {
      read.unusable.push(
        unusable(
          manifestProblems({ ...source, errors })
            .map(problemText)
            .join('\n'),
        ),
      )
      continue
    }
    const target = targetOf(written, dirname(path), environment)
    const fault = faultOf(written) ?? missingSentence(written, environment) ?? addressFault(target, egress)
    if (written.disabled) read.unusable.push(unusable(null))
    else if (fault !== null) read.unusable.push(unusable(`${placeOf(source, name)}: the server "${name}" ${fault}`))
    else read.servers.push({ name, target })
  }
  return read
}

function unreadable(problems: readonly TextProblem[]): ServersFile {
  return { servers: [], unusable: [], problem: problems.map(problemText).join('\n') }
}

function problemText({ file, line, column, message }: TextProblem): string {
  return `${[file, line, column].filter(part => part !== null).join(':')}: ${message}`
}

function placeOf(source: { text: string; file: string; format: 'json' }, name: string): string {
  const { line, column } = manifestPlace(source, ['mcpServers', name])
  return [source.file, line, column].join(':')
}

async function openChecks(): Promise<{ checkFile: Check; checkServer: Check }> {
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false })
  const checkOf = (schema: object): Check => {
    const validate = ajv.compile(schema)
    return value => (validate(value) ? [] : ((validate.errors ?? []) as SchemaError[]))
  }
  return { checkFile: checkOf(fileSchema), checkServer: checkOf(serverSchema) }
}

function below(path: readonly string[], error: SchemaError): SchemaError {
  const pointer = path.map(part => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  return { ...error, instancePath: pointer + error.instancePath }
}

/** Faults that the schema cannot express. */
function faultOf({ url, command, type }: WrittenServer): string | null {
  if (url === undefined && command === undefined) return 'names neither "url" nor "command". Add one of them.'
  if (url !== undefined && command !== undefined) return 'names both "url" and "command". Remove one of them.'
  if (type === 'stdio' && command === undefined) return 'is of type stdio and names no "command".'
  if (type !== undefined && type !== 'stdio' && url === undefined) return `is of type ${type} and names no "url".`
  return null
}

/** Of the address alone: whether svc may connect to it is decided when it does. */
function addressFault(target: HttpTarget | StdioTarget, egress: Pick<Egress, 'check'>): string | null {
  if (target.kind === 'stdio') return null
  if (!isWebAddress(target.url)) return 'has a "url" that is no http or https address.'
  try {
    egress.check(target.url, { trusted: true })
    return null
  } catch (error) {
    return `cannot be reached. ${messageOf(error)}`
  }
}

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

function targetOf(written: WrittenServer, folder: string, environment: Environment): HttpTarget | StdioTarget {
  const filled = (values: Record<string, string> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, expand(value, environment)]))
  if (written.command !== undefined) {
    return {
      kind: 'stdio' as const,
      command: expand(written.command, environment),
      args: (written.args ?? []).map(argument => expand(argument, environment)),
      env: filled(written.env),
      cwd: resolve(folder, written.cwd ?? '.'),
    }
  }
  return { kind: 'http' as const, url: expand(written.url ?? '', environment), headers: filled(written.headers) }
}

function expand(text: string, environment: Environment): string {
  return text.replaceAll(
    reference,
    (_, name: string, otherwise = '') => variable(environment, name) ?? String(otherwise),
  )
}

function variable(environment: Environment, name: string): string | undefined {
  return Object.hasOwn(environment, name) ? environment[name] : undefined
}

function missingSentence(written: WrittenServer, environment: Environment): string | null {
  const { url, headers, command, args, env } = written
  const texts = [url, command, ...(args ?? []), ...Object.values(headers ?? {}), ...Object.values(env ?? {})]
  const named = texts.flatMap(text => [...(text ?? '').matchAll(reference)])
  const missing = named.filter(
    ([, name, otherwise]) => otherwise === undefined && variable(environment, name!) === undefined,
  )
  if (missing.length === 0) return null
  const names = [...new Set(missing.map(([whole]) => whole))].join(', ')
  return `needs ${names}, which is not set in the environment of svc.`
}
