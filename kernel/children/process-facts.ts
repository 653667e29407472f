import { readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Resident bytes of one process; null when it is gone or the system does not tell. */
export function residentBytes(pid: number): number | null {
  const status = readProc(`/proc/${pid}/status`)
  const kilobytes = status === null ? null : /^VmRSS:\s+(\d+) kB$/m.exec(status)
  return kilobytes ? Number(kilobytes[1]) * 1024 : null
}

/** CPU milliseconds of one process. */
export function cpuMilliseconds(pid: number): number | null {
  const fields = statFields(pid)
  if (!fields) return null
  const ticks = fields.slice(11, 13).reduce((sum, field) => sum + Number(field), 0)
  return (ticks * 1000) / ticksPerSecond
}

/** The fields after the name, which may itself hold spaces and brackets. */
function statFields(pid: number): string[] | null {
  const stat = readProc(`/proc/${pid}/stat`)
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function readProc(path: string): string | null {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return null
  }
}
