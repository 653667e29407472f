import { setTimeout as wait } from 'node:timers/promises'
import { messageOf } from '@svc/plugin'
import type { DoctorCheck, Finding } from './doctor-check.ts'
import { warning } from './doctor-check.ts'

const checkLimitMs = 20_000

/** Runs checks one after the other; one that fails or hangs keeps no other from its turn. */
export async function examine<Subject>(
  checks: readonly DoctorCheck<Subject>[],
  subject: Subject,
  signal: AbortSignal,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const check of checks) {
    signal.throwIfAborted()
    findings.push(...(await examineOne(check, subject, signal)))
  }
  return findings
}

async function examineOne<Subject>(
  { name, run }: DoctorCheck<Subject>,
  subject: Subject,
  signal: AbortSignal,
): Promise<Finding[]> {
  const given = new AbortController()
  const limit = AbortSignal.any([signal, given.signal])
  try {
    const tooLate = wait(checkLimitMs, undefined, { signal: limit }).then(() => {
      throw new Error(`it took longer than ${checkLimitMs / 1000} s`)
    })
    return await Promise.race([Promise.resolve().then(() => run(subject, limit)), tooLate])
  } catch (error) {
    signal.throwIfAborted()
    return [warning(name, `could not be looked at: ${messageOf(error)}`, 'The other findings may say why.')]
  } finally {
    given.abort()
  }
}
