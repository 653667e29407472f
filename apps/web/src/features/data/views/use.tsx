import { Link } from '@tanstack/react-router'
import { root } from '../../../live/server.ts'
import { CodeBlock } from '../../../ui/copy/code-block.tsx'
import type { Dataset } from '../open-dataset.tsx'
import classes from '../data.module.css'

/** How a program asks the dataset. */
export function Use({ dataset: { table } }: { dataset: Dataset }) {
  const base = root.href.replace(/\/$/, '')
  const sql = `SELECT * FROM "${table}" LIMIT 10`
  const inShell = JSON.stringify({ sql }).replaceAll("'", String.raw`'\''`)
  return (
    <section aria-label="Example">
      <p>
        The key comes from the variable <code>SVC_API_KEY</code>; <Link to="/developer">make a key</Link>. An agent asks
        by its tool <code>data_query</code>.
      </p>
      <h3 className={classes.section}>curl</h3>
      <CodeBlock>{`curl -s ${base}/api/data/query -H "Authorization: Bearer $SVC_API_KEY" -H 'content-type: application/json' \\\n  -d '${inShell}'`}</CodeBlock>
      <h3 className={classes.section}>Python</h3>
      <CodeBlock>{`import os\nfrom svc_sdk import SvcClient\n\nclient = SvcClient(base_url=${JSON.stringify(base)}, api_key=os.environ["SVC_API_KEY"])\nprint(client.data.query(${JSON.stringify(sql)}))`}</CodeBlock>
      <h3 className={classes.section}>TypeScript</h3>
      <CodeBlock>{`import { SvcClient } from '@svc/sdk'\n\nconst client = new SvcClient({ baseUrl: ${JSON.stringify(base)}, apiKey: process.env.SVC_API_KEY })\nconsole.log(await client.data.query(${JSON.stringify(sql)}))`}</CodeBlock>
    </section>
  )
}
