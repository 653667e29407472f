import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { root, svc } from '../../live/server.ts'
import { CodeBlock } from '../../ui/copy/code-block.tsx'
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
        The key comes from the variable <code>SVC_API_KEY</code>.{' '}
        <Link to="/docs/$page" params={{ page: 'getting-started' } as never}>
          The manual
        </Link>{' '}
        begins with it.
      </p>
      <Packages />
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

const languages: Readonly<Record<string, string>> = { python: 'Python', typescript: 'TypeScript' }

/** The client libraries that this server hands out, with the commands that install them. */
function Packages() {
  const platform = useQuery({
    queryKey: ['developer', 'platform'],
    queryFn: ({ signal }) => svc.developer.platform({ signal }),
  })
  if (platform.data === undefined) return null
  const { sdks } = platform.data
  if (sdks.length === 0)
    return <p>The SDKs are @svc/sdk for npm and svc-sdk for pip; a server that was built has them here.</p>
  return (
    <section aria-label="SDKs">
      <h2 className={classes.section}>Install an SDK</h2>
      {sdks.map(({ language, version, install, download_url }) => (
        <div key={language}>
          <p className={classes.sdk}>
            {languages[language] ?? language} {version}
            <a href={download_url}>Download for {languages[language] ?? language}</a>
          </p>
          <CodeBlock copies="Copy command">{install}</CodeBlock>
        </div>
      ))}
    </section>
  )
}
