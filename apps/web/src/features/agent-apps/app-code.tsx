import { root } from '../../live/server.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import type { App } from './run-app.tsx'

/** The same run from a program. */
export function AppCode({ app }: { app: App }) {
  const inputs = app.examples?.[0]?.['inputs'] ?? {}
  const quoted = JSON.stringify(JSON.stringify({ inputs })).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "'\\''")
  return (
    <section aria-label="Example">
      <h2>curl</h2>
      <CodeBlock>{`curl -sS --fail-with-body "${root.href}api/agent-apps/${app.name}/run" \\
  -H "authorization: Bearer $SVC_API_KEY" -H 'content-type: application/json' \\
  -d '${quoted}'`}</CodeBlock>
      <h2>Python</h2>
      <CodeBlock>{`from svc_sdk import SvcClient

client = SvcClient(base_url="${root.href.replace(/\/$/, '')}")
run = client.agent_apps.run("${app.name}", ${pythonOf(inputs)})
print(run["output"])`}</CodeBlock>
      <h2>TypeScript</h2>
      <CodeBlock>{`import { SvcClient } from '@svc/sdk'

const client = new SvcClient({ baseUrl: '${root.href.replace(/\/$/, '')}' })
const run = await client.agentApps.run('${app.name}', ${JSON.stringify(inputs)})
console.log(run.output)`}</CodeBlock>
      <p>Both clients and curl take the key from the variable SVC_API_KEY. The page Developer makes one.</p>
    </section>
  )
}

/** JSON as Python writes it. */
function pythonOf(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, part]) => `${JSON.stringify(name)}: ${pythonOf(part)}`)
    .join(', ')}}`
}
