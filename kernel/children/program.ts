import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { InternalError } from '@svc/plugin'

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
  fromSource: boolean
}

/** Reads what a program declares and finds where its packages stand. */
export function readProgram(name: string, url: URL): Program {
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
    ],
    addons: declared.addons ?? false,
    workers: declared.workers ?? false,
    preload: declared.preload === undefined ? null : join(folder, declared.preload),
    processes: declared.processes ?? 64,
    openFiles: declared.open_files ?? 64,
    cpuSeconds: declared.cpu_seconds ?? null,
    fromSource: entry.endsWith('.ts'),
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
