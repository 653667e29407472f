import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { InternalError } from '@svc/plugin'

/** A child program as a plugin's manifest declares it. */
export interface DeclaredProgram {
  entry: URL
  limits?: { memory_mb?: number; heap_mb?: number }
  /** It belongs to a plugin from elsewhere, which need not have `@svc/plugin` among its packages. */
  isAdded?: boolean
}

/** The `main` files of programs by name; those of a plugin are named `<plugin>/<program>`. */
export type ChildPrograms = Readonly<Record<string, URL | DeclaredProgram>>

/** `program.json` beside a program's `main`: what it needs, and nothing else is given to it. */
interface ProgramFile {
  /** Packages it loads; their folders may be read. */
  packages?: string[]
  /** Single files beyond these that its packages look at. */
  reads?: string[]
  /** Native addons. */
  addons?: boolean
  /** Threads of its own. */
  workers?: boolean
  /** A file beside it that runs first, in its threads too. */
  preload?: string
  /** Threads and processes, its own included. */
  processes?: number
  open_files?: number
  /** CPU seconds of its whole life, the last stop of a program that no longer listens. */
  cpu_seconds?: number
  /** How far it comes after the server and the agent apps where processors are scarce: 0, the default, to 19. */
  nice?: number
}

export interface Program {
  name: string
  entry: string
  readable: string[]
  addons: boolean
  workers: boolean
  preload: string | null
  processes: number
  openFiles: number
  cpuSeconds: number | null
  nice: number
  memoryMb: number
  heapMb: number | null
  /** Node's, before those that the walls and the caller add. */
  flags: string[]
}

const ownFile = fileURLToPath(import.meta.url)
const defaultMemoryMb = 512
const mains = ['main.ts', 'main.js']

/** The programs that may be started as children: every `…-host` below `folder`, by name; from the sources or as they were built. */
export function programsIn(folder: URL): Record<string, URL> {
  const names = readdirSync(folder).filter(name => name.endsWith('-host'))
  return Object.fromEntries(
    names.flatMap(name => {
      const found = mains.map(main => new URL(`${name}/${main}`, folder)).find(url => existsSync(url))
      return found === undefined ? [] : [[name, found] as const]
    }),
  )
}

/** Reads what a program declares and finds where its packages stand. */
export function readProgram(name: string, place: URL | DeclaredProgram): Program {
  const { entry: url, limits = {}, isAdded = false }: DeclaredProgram = place instanceof URL ? { entry: place } : place
  const entry = fileURLToPath(url)
  const folder = dirname(entry)
  const file = join(folder, 'program.json')
  const declared = parseProgram(file)
  const require = createRequire(entry)
  return {
    name,
    entry,
    readable: [
      folder,
      ...(declared.packages ?? []).flatMap(id => packageFolders(require, id)),
      ...(declared.reads ?? []),
      ...(isAdded ? sharedFolders() : []),
    ],
    addons: declared.addons ?? false,
    workers: declared.workers ?? false,
    preload: declared.preload === undefined ? null : join(folder, declared.preload),
    processes: declared.processes ?? 64,
    openFiles: declared.open_files ?? 64,
    cpuSeconds: declared.cpu_seconds ?? null,
    nice: declared.nice ?? 0,
    memoryMb: limits.memory_mb ?? defaultMemoryMb,
    heapMb: limits.heap_mb ?? null,
    flags: [
      ...((isAdded ? ownFile : entry).endsWith('.ts') ? ['--conditions=svc-source'] : []),
      ...(isAdded ? [`--import=${sharedInterface}`] : []),
    ],
  }
}

function parseProgram(file: string): ProgramFile {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProgramFile
  } catch (cause) {
    throw new InternalError(`${file} cannot be read as JSON; every child program has one beside its main file.`, {
      cause,
    })
  }
}

/** The folder as it is looked up, and as it is named after links: node asks for both. */
function packageFolders(require: NodeJS.Require, id: string): string[] {
  const found = (require.resolve.paths(id) ?? []).map(place => join(place, id)).find(folder => existsSync(folder))
  if (!found) throw new InternalError(`The package ${id}, which a child program needs, is not installed. Run npm ci.`)
  return [...new Set([found, realpathSync(found)])]
}

/** Run first in a program from elsewhere: `@svc/plugin` is the kernel's own copy there, as it is for the plugin. */
const sharedInterface = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module'
const parentURL = ${JSON.stringify(import.meta.url)}
registerHooks({
  resolve: (name, context, next) => next(name, /^@svc\\/plugin(\\/|$)/.test(name) ? { ...context, parentURL } : context),
})`)}`

/** What that copy consists of: the package, and what it needs itself; in a build, its modules lie with those of the kernel. */
function sharedFolders(): string[] {
  const require = createRequire(ownFile)
  const modules = join(dirname(ownFile), '../../chunks')
  return [
    ...packageFolders(require, '@svc/plugin'),
    ...(existsSync(modules) ? [modules] : packageFolders(require, 'secure-json-parse')),
  ]
}
