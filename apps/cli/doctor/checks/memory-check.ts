import { totalmem } from 'node:os'
import type { DoctorCheck } from '../doctor-check.ts'
import { ok, warning } from '../finding.ts'

const tightBytes = 512 * 1024 ** 2

/** The machine's memory, or what a container may use of it. */
export const memoryCheck: DoctorCheck<unknown> = {
  name: 'memory',
  run() {
    const bytes = Math.min(process.constrainedMemory() || Infinity, totalmem())
    const detail = `${(bytes / 1024 ** 3).toFixed(1)} GiB may be used`
    if (bytes >= tightBytes) return [ok('memory', detail)]
    return [warning('memory', detail, 'Give svc 512 MiB at least: each sandbox process takes some 100 MiB.')]
  },
}
