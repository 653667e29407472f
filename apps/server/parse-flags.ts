import { parseArgs } from 'node:util'

interface ParsedFlags {
  /** Values as they were typed, by the names of `svc.config.yaml`. */
  flags: Record<string, string>
  help: boolean
  /** Says more at the start: what became of each plugin, and how long it took. */
  verbose: boolean
  faults: string[]
}

/**
 * Any setting may be a flag (`--port 8421`, `--metrics-enabled`, `--plugins.models.name=llama`); the kernel knows which there are.
 * A flag without a value means `true`.
 */
export function parseFlags(args: readonly string[]): ParsedFlags {
  if (args.includes('--help') || args.includes('-h')) return { flags: {}, help: true, verbose: false, faults: [] }
  const options = Object.fromEntries(args.flatMap((arg, index) => optionOf(arg, args[index + 1])))
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true, allowPositionals: true })
  const flags = new Map<string, string>()
  const faults: string[] = []
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue
    if (token.kind === 'positional')
      faults.push(`"${token.value}" is not expected here; settings are given as --name value.`)
    else if (!token.rawName.startsWith('--'))
      faults.push(`There are no short flags like ${token.rawName}; settings are given as --name value.`)
    else if (flags.has(token.name)) faults.push(`${token.rawName} is given twice.`)
    else flags.set(token.name, token.value ?? 'true')
  }
  const verbose = flags.get('verbose')
  flags.delete('verbose')
  if (verbose !== undefined && verbose !== 'true') faults.push('--verbose takes no value.')
  return { flags: Object.fromEntries(flags), help: false, verbose: verbose !== undefined, faults }
}

function optionOf(arg: string, next: string | undefined): [string, { type: 'string' | 'boolean' }][] {
  if (!arg.startsWith('--') || arg === '--') return []
  const [name = ''] = arg.slice(2).split('=')
  const takesValue = arg.includes('=') || (next !== undefined && !next.startsWith('--'))
  return [[name, { type: takesValue ? 'string' : 'boolean' }]]
}

/** What `--help` prints. */
export const usageOf = (svc: string): string => `Usage: ${svc} start [--setting value]...

Serves on http://127.0.0.1:8420 and keeps everything in ~/.svc.

  --port 8421                     another port; 0 takes a free one
  --host 0.0.0.0                  another address to listen on
  --home ./data                   another data folder
  --public-url https://svc.example.com
  --plugins.<id>.enabled false    switch a plugin off
  --verbose                       list the plugins with the time that each took to start
  --help                          this text

Every setting of svc.config.yaml can be a flag, and an environment variable (SVC_PORT, SVC_HOME, ...): see .env.example,
and ${svc} config list for what is set and where it comes from.`
