import type { Inputs } from './types.ts'

/** A run of an app as programs write it. */
export interface AppCodes {
  /** Whether the inputs are read from `inputs.json`. */
  isLong: boolean
  curl: string
  python: string
  typescript: string
}

const longest = 4000

/** What the file `inputs.json` of the code holds: the body of the request. */
export function inputsFile(inputs: Inputs): string {
  return JSON.stringify({ inputs }, null, 2)
}

/** `base` is the address of the server, without a slash at its end. */
export function codeOf(app: string, inputs: Inputs, base: string): AppCodes {
  const body = JSON.stringify({ inputs })
  const isLong = body.length > longest
  const data = isLong ? '@inputs.json' : `'${body.replaceAll("'", String.raw`'\''`)}'`
  const curl = `curl -sS --fail-with-body "${base}/api/agent-apps/${app}/run" \\
  -H "Authorization: Bearer $SVC_API_KEY" -H 'Content-Type: application/json' \\
  --data-binary ${data}`
  const python = `${isLong ? 'import json\n\n' : ''}from svc_sdk import SvcClient

client = SvcClient(base_url="${base}")
${isLong ? 'with open("inputs.json") as file:\n    inputs = json.load(file)["inputs"]' : `inputs = ${pythonOf(inputs)}`}
run = client.agent_apps.run("${app}", inputs)
print(run.output)`
  const typescript = `${isLong ? "import { readFile } from 'node:fs/promises'\n" : ''}import { SvcClient } from '@svc/sdk'

const client = new SvcClient({ baseUrl: '${base}' })
const ${isLong ? "{ inputs } = JSON.parse(await readFile('inputs.json', 'utf8'))" : `inputs = ${JSON.stringify(inputs, null, 2)}`}
const run = await client.agentApps.run('${app}', inputs)
console.log(run.output)`
  return { isLong, curl, python, typescript }
}

/** JSON as Python writes it. */
export function pythonOf(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, part]) => `${JSON.stringify(name)}: ${pythonOf(part)}`)
    .join(', ')}}`
}
