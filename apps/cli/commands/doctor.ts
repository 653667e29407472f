import { resolve } from 'node:path'
import type { JsonValue } from '@svc/plugin'
import { writeBundle } from '../doctor/bundle.ts'
import { diagnose } from '../doctor/diagnosis.ts'
import type { Finding, Outcome } from '../doctor/finding.ts'
import type { LocalCommand } from '../local-command.ts'

const marks: Record<Outcome, string> = { ok: 'ok   ', warning: 'warn ', failed: 'FAIL ' }

/** Looks at everything a server needs, without changing it; each fault with its remedy. */
export const doctorCommand: LocalCommand = {
  name: 'doctor',
  summary: 'Check this machine, the home, the configuration and every plane (exit code 1 when something is wrong)',
  options: [
    {
      flags: '--bundle [file]',
      description: 'write what was found into an archive for a bug report, secrets removed (svc-bundle-….tar.gz)',
    },
    { flags: '--log <file>', description: 'add the last lines of this log to the bundle' },
  ],
  async run(context, { machine }) {
    const diagnosis = await diagnose(machine, context.signal)
    const { healthy, findings } = diagnosis
    const { bundle: wanted, log } = context.options
    const bundle = wanted
      ? await writeBundle(diagnosis, {
          file: resolve(context.cwd, typeof wanted === 'string' ? wanted : defaultName(new Date())),
          logFile: typeof log === 'string' ? resolve(context.cwd, log) : null,
          signal: context.signal,
        })
      : null
    const lines = [...findings.map(line), ...(bundle ? ['', `Wrote ${bundle}. Look at it before you send it.`] : [])]
    const result = { healthy, findings, ...(bundle ? { bundle } : {}) }
    context.result(result as unknown as JsonValue, lines.join('\n'))
    return healthy ? 0 : 1
  },
}

function line({ check, outcome, detail, remedy }: Finding): string {
  const sentence = remedy === undefined ? detail : `${detail.replace(/\.$/, '')}. ${remedy}`
  return `${marks[outcome]} ${check}: ${sentence}`
}

function defaultName(now: Date): string {
  return `svc-bundle-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.tar.gz`
}
