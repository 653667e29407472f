import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { messageOf } from '@svc/plugin'
import type { DoctorCheck, Machine } from '../doctor-check.ts'
import { ok, warning } from '../finding.ts'

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
