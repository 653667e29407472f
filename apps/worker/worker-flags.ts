import { parseArgs } from 'node:util'

export interface WorkerFlags {
  /** Null: every queue. */
  queues: string[] | null
  concurrency: number
  json: boolean
  help: boolean
  /** The settings, by the names of `svc.config.yaml`. */
  settings: Record<string, string>
  faults: string[]
}

const defaultConcurrency = 4
const mostConcurrency = 1000
const queuePattern = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/

/** Any setting may be a flag, as for the server; three flags are the worker's own. */
export function workerFlags(args: readonly string[]): WorkerFlags {
  const { tokens } = parseArgs({
    args: [...args],
    options: { ...settingsIn(args), json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    strict: false,
    tokens: true,
    allowPositionals: true,
  })
  const given = new Map<string, string>()
  const faults: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional')
      faults.push(`"${token.value}" is not expected here; settings are given as --name value.`)
    if (token.kind !== 'option') continue
    if (given.has(token.name)) faults.push(`${token.rawName} is given twice.`)
    given.set(token.name, token.value ?? 'true')
  }
  const { queues, concurrency, json, help, ...settings } = Object.fromEntries(given)
  return {
    queues: queuesOf(queues, faults),
    concurrency: concurrencyOf(concurrency, faults),
    json: json !== undefined,
    help: help !== undefined,
    settings,
    faults,
  }
}

/** A flag takes the word after it, unless that is a flag too. */
function settingsIn(args: readonly string[]): Record<string, { type: 'string' | 'boolean' }> {
  const named = args.flatMap((arg, index): [string, { type: 'string' | 'boolean' }][] => {
    if (!arg.startsWith('--') || arg === '--') return []
    const [name = ''] = arg.slice(2).split('=')
    const next = args[index + 1]
    const takesValue = arg.includes('=') || (next !== undefined && !next.startsWith('--'))
    return [[name, { type: takesValue ? 'string' : 'boolean' }]]
  })
  return Object.fromEntries(named)
}

function queuesOf(text: string | undefined, faults: string[]): string[] | null {
  if (text === undefined) return null
  const names = text.split(',').map(name => name.trim())
  const wrong = names.find(name => !queuePattern.test(name))
  if (wrong !== undefined)
    faults.push(`--queues: "${wrong}" is no name of a queue. Write them like --queues email,default.`)
  return [...new Set(names)]
}

function concurrencyOf(text: string | undefined, faults: string[]): number {
  if (text === undefined) return defaultConcurrency
  const number = Number(text)
  if (Number.isInteger(number) && number >= 1 && number <= mostConcurrency) return number
  faults.push(`--concurrency: "${text}" must be a whole number from 1 to ${mostConcurrency}.`)
  return defaultConcurrency
}

/** What `--help` prints. */
export const usageOf = (
  svc: string,
): string => `Usage: ${svc} worker [--queues a,b] [--concurrency n] [--json] [--setting value]...

Runs jobs in a process of its own. It gets them
  - from the server that runs on the home of this machine (SVC_HOME); it waits for it, and may outlive it;
  - or from PostgreSQL, when DATABASE_URL is set: on any number of hosts;
  - or from a server elsewhere, when SVC_BASE_URL and SVC_API_KEY (an owner's key) are set.
Away from the server's home it leaves jobs alone whose kind declares "runs_on": "home".

  --queues email,default   only jobs of these queues; all of them without it
  --concurrency 8          jobs at a time; 4 without it
  --json                   one line of JSON when it is ready
  --home ./data            another setting: as for the server, whose environment and svc.config.yaml it shares
  --help                   this text

SIGTERM lets running jobs end for three seconds and gives the rest back. Exit codes: 0 stopped, 1 failed, 2 wrong use,
76 of another version than the server, or with other plugins; 78 configuration.`
