import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { counted } from '@svc/plugin/contracts/cli'
import { messageOf } from '@svc/plugin'
import { quickCheck } from '../../../../kernel/index.ts'
import type { DoctorCheck, Machine } from '../doctor-check.ts'
import { failed, ok, warning } from '../doctor-check.ts'
import { walkHome } from '../walk-home.ts'

const sampleSize = 5
/** A bigger one would keep the reader waiting. */
const mostBytes = 256 * 1024 ** 2
/** Holds nothing, and is held by the server. */
const lock = 'lock.sqlite'

/** Asks SQLite about the kernel's file and the workspaces that were used last. */
export const sqliteCheck: DoctorCheck<Machine> = {
  name: 'sqlite',
  async run({ home, homeExists }) {
    if (!homeExists) return []
    const files = await walkHome(home)
    const databases = files.filter(({ path, isFolder }) => !isFolder && path.endsWith('.sqlite') && path !== lock)
    const used = databases.toSorted((a, b) => b.changedAt - a.changedAt).filter(({ bytes }) => bytes <= mostBytes)
    const sample = used.slice(0, sampleSize)
    const findings = sample.flatMap(({ path }) => check(home, path))
    if (findings.length > 0) return findings
    return [ok('sqlite', `looked at ${sample.length} of ${counted(databases.length, 'file')}, whole`)]
  },
}

function check(home: string, path: string) {
  try {
    const faults = quickCheck(join(home, path))
    if (faults.length === 0) return []
    return [
      failed(
        'sqlite',
        `${path} is damaged: ${faults.join('; ')}`,
        'Stop the server and restore the file from a backup.',
      ),
    ]
  } catch (error) {
    const text = messageOf(error)
    if (/not a database|malformed/.test(text))
      return [failed('sqlite', `${path}: ${text}`, 'Stop the server and restore the file from a backup.')]
    return [
      warning('sqlite', `${path} could not be looked at: ${text}`, 'Check its rights, and that nothing holds it.'),
    ]
  }
}

const name = 'query engine'
const patienceMs = 20_000
const run = promisify(execFile)

/** DuckDB's library loads on this machine. Tried in a process of its own: a library of another machine may end the one that loads it. */
export function queryEngineCheck(load: (signal: AbortSignal) => Promise<string> = duckDbVersion): DoctorCheck<Machine> {
  return {
    name,
    async run({ configuration }, signal) {
      if (configuration.kernel.analytics_driver === 'sqlite') return [ok(name, 'SQLite')]
      try {
        return [ok(name, `DuckDB ${await load(signal)}`)]
      } catch (error) {
        const [reason] = messageOf(error).split('\n').slice(-1)
        return [
          warning(
            name,
            `DuckDB does not run on this machine: ${reason}`,
            'Install the packages again (npm ci) on this very system. Where DuckDB has none for it, set SVC_ANALYTICS_DRIVER=sqlite; datasets of one are not those of the other.',
          ),
        ]
      }
    },
  }
}

async function duckDbVersion(signal: AbortSignal): Promise<string> {
  const bindings = pathToFileURL(createRequire(import.meta.url).resolve('@duckdb/node-bindings')).href
  const program = `import(${JSON.stringify(bindings)}).then(({ default: duckdb }) => console.log(duckdb.library_version()), error => { console.error(error.message.split('\\n')[0]); process.exitCode = 1 })`
  try {
    const { stdout } = await run(process.execPath, ['--eval', program], { signal, timeout: patienceMs })
    return stdout.trim()
  } catch (cause) {
    const { stderr, code, signal: killedBy } = cause as { stderr?: string; code?: unknown; signal?: string }
    throw new Error(stderr?.trim() || `its process ended with ${killedBy ?? String(code)}`, { cause })
  }
}
