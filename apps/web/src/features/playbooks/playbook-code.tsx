import { Link } from '@tanstack/react-router'
import { root } from '../../live/server.ts'
import { CodeBlock } from '../../ui/copy/code-block.tsx'
import type { FieldSchema } from '../../ui/schema-form/field-schema.ts'
import { formDraft } from '../../ui/schema-form/use-form-draft.ts'
import type { Playbook } from './types.ts'

/** The same start from a program, with the inputs of the form. */
export function PlaybookCode({ playbook: { name, inputs_schema } }: { playbook: Playbook }) {
  const inputs = formDraft(`playbook:${name}`, (inputs_schema ?? {}) as FieldSchema)
  const base = root.href.replace(/\/$/, '')
  const body = JSON.stringify({ playbook_id: name, inputs, wait_seconds: 30 }).replaceAll("'", String.raw`'\''`)
  return (
    <section aria-label="Example">
      <p>
        With what the form holds now. The same key of the start names the same run, so it may be sent again. The
        developer key comes from the variable <code>SVC_API_KEY</code>; <Link to="/developer">make a key</Link>.
      </p>
      <h2>curl</h2>
      <CodeBlock>{`curl -sS --fail-with-body "${base}/api/playbooks/runs" \\
  -H "Authorization: Bearer $SVC_API_KEY" -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: order-17' \\
  --data-binary '${body}'`}</CodeBlock>
      <h2>Python</h2>
      <CodeBlock>{`import json
from svc_sdk import SvcClient

client = SvcClient(base_url="${base}")
run = client.playbooks.start("${name}", json.loads(${JSON.stringify(JSON.stringify(inputs))}))
print(client.playbooks.wait(run.id).output)`}</CodeBlock>
      <h2>TypeScript</h2>
      <CodeBlock>{`import { SvcClient } from '@svc/sdk'

const client = new SvcClient({ baseUrl: '${base}' })
const run = await client.playbooks.start('${name}', ${JSON.stringify(inputs, null, 2)})
console.log((await client.playbooks.wait(run.id)).output)`}</CodeBlock>
    </section>
  )
}
