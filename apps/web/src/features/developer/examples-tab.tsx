import { Link } from '@tanstack/react-router'
import { root } from '../../live/server.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { examplesOf } from './examples.ts'
import classes from './developer.module.css'

/** Code to begin with; the key comes from the environment. */
export function Examples() {
  const url = root.href.replace(/\/$/, '')
  const mcp = {
    mcpServers: { svc: { type: 'http', url: `${url}/mcp`, headers: { Authorization: 'Bearer $SVC_API_KEY' } } },
  }
  return (
    <>
      <p>
        The key comes from the variable <code>SVC_API_KEY</code>. The packages are <code>@svc/sdk</code> for npm and{' '}
        <code>svc-sdk</code> for pip;{' '}
        <Link to="/docs/$page" params={{ page: 'getting-started' } as never}>
          the manual
        </Link>{' '}
        says how to install them from this checkout.
      </p>
      <section aria-label="Example">
        {examplesOf(root.href, null).map(({ title, code }) => (
          <div key={title}>
            <h2 className={classes.section}>{title}</h2>
            <CodeBlock>{code}</CodeBlock>
          </div>
        ))}
        <h2 className={classes.section}>OpenAI&apos;s client</h2>
        <CodeBlock>{`export OPENAI_BASE_URL=${url}/v1\nexport OPENAI_API_KEY=$SVC_API_KEY`}</CodeBlock>
      </section>
      <section aria-label="MCP configuration">
        <h2 className={classes.section}>MCP</h2>
        <p>For an editor or another agent: the tools of this workspace, as far as the key may call them.</p>
        <CodeBlock copies="Copy configuration">{JSON.stringify(mcp, null, 2)}</CodeBlock>
      </section>
    </>
  )
}
