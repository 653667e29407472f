import { join } from 'node:path'
import { messageOf } from '@svc/plugin'
import { quickCheck } from '../../../../kernel/index.ts'
import type { DoctorCheck, Machine } from '../doctor-check.ts'
import { failed, ok, warning } from '../finding.ts'
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
    return [ok('sqlite', `${sample.length} of ${databases.length} files looked at, whole`)]
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
