import { totalmem } from 'node:os'
import type { DoctorCheck } from '../doctor-check.ts'
import { failed, ok, warning } from '../doctor-check.ts'

const oldestNode = 24

export const nodeCheck: DoctorCheck<unknown> = {
  name: 'node',
  run() {
    const fits = Number(process.versions.node.split('.')[0]) >= oldestNode
    if (fits) return [ok('node', process.version)]
    return [
      failed(
        'node',
        `${process.version} is too old; svc needs ${oldestNode}`,
        'Start it with npm start, which brings one.',
      ),
    ]
  },
}

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

const sane = { from: 2025, to: 2100 }

/** Sessions, leases and schedules all go by it. */
export function clockCheck(now: () => Date = () => new Date()): DoctorCheck<unknown> {
  return {
    name: 'clock',
    run() {
      const year = now().getUTCFullYear()
      if (year >= sane.from && year <= sane.to) return [ok('clock', now().toISOString())]
      return [failed('clock', `it is ${now().toISOString()} here, which cannot be`, 'Set the clock, best with NTP.')]
    },
  }
}
