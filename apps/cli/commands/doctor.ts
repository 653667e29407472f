import { asCalled } from '@svc/plugin/library/called-as'
import { resolve } from 'node:path'

import { writeBundle } from '../doctor/bundle.ts'
import { diagnose } from '../doctor/diagnosis.ts'
import type { Finding, Outcome } from '../doctor/doctor-check.ts'
import type { LocalContext } from '../command-context.ts'
import type { Commands } from '../generated/commands.ts'

const marks: Record<Outcome, string> = { ok: 'ok   ', warning: 'warn ', failed: 'FAIL ' }

/** Looks at everything a server needs, without changing it; each fault with its remedy. */
export async function doctor(context: LocalContext<Commands['doctor']>): Promise<number> {
  const diagnosis = await diagnose(context.home, context.signal)
  const { healthy, findings } = diagnosis
  const { bundle: wanted, log } = context.options
  const bundle = wanted
    ? await writeBundle(diagnosis, {
        file: resolve(context.io.cwd, typeof wanted === 'string' ? wanted : defaultName(new Date())),
        logFile: log === undefined ? null : resolve(context.io.cwd, log),
        signal: context.signal,
      })
    : null
  const lines = [
    ...findings.map(finding => asCalled(line(finding), context.shell.env)),
    ...(bundle ? ['', `Wrote ${bundle}. Look at it before you send it.`] : []),
  ]
  const result = { healthy, findings, ...(bundle ? { bundle } : {}) }
  context.io.result(result, lines.join('\n'))
  return healthy ? 0 : 1
}

function line({ check, outcome, detail, remedy }: Finding): string {
  const sentence = remedy === undefined ? detail : `${detail.replace(/\.$/, '')}. ${remedy}`
  return `${marks[outcome]} ${check}: ${sentence}`
}

function defaultName(now: Date): string {
  return `svc-bundle-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.tar.gz`
}
