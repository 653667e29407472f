import type { DoctorCheck } from '../doctor-check.ts'
import { failed, ok } from '../finding.ts'

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
