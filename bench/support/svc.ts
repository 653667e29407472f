import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshServerBuild } from '../../scripts/bootstrap/server-build.mjs'
import { freePort } from '../../test/support/servers/local-server.ts'
import { root, startProcess } from './process.ts'
import type { BenchProcess } from './process.ts'

const username = 'bench'
const password = 'a-long-bench-password'

/** The trivial app of the agent-app rows. */
const trivialApp = {
  'manifest.json': JSON.stringify({
    manifest_version: '1',
    name: 'trivial',
    version: '1.0.0',
    description: 'Answers with what it was given',
    entry: { type: 'module', file: 'main.ts' },
    inputs: {
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
      additionalProperties: false,
    },
  }),
  'main.ts': `import { defineAgentApp } from '@svc/sdk/agent-app'
export default defineAgentApp<{ text: string }>({ run: ctx => ({ text: ctx.inputs.text, length: ctx.inputs.text.length }) })
`,
}

/** What `npm start` runs: the build of the sources as they are, made now when it is stale. */
export async function serverMain(): Promise<string> {
  return join(await freshServerBuild(root, process.execPath), 'apps/server/main.js')
}

/** The server as a self-hoster runs it, on a home of its own, with a developer key made over HTTP. */
export interface SvcServer extends BenchProcess {
  readonly key: string
  readonly home: string
}

export async function makeManifests(folder: string, names: readonly string[] = ['trivial']): Promise<void> {
  for (const name of names) {
    await mkdir(join(folder, name), { recursive: true })
    const manifest = { ...(JSON.parse(trivialApp['manifest.json']) as object), name }
    await writeFile(join(folder, name, 'manifest.json'), JSON.stringify(manifest))
    await writeFile(join(folder, name, 'main.ts'), trivialApp['main.ts'])
  }
}

async function post(url: string, body: unknown, headers: Record<string, string>): Promise<Response> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

/** With `folder`, its home is used again and stays; else everything is temporary. */
export async function startSvc(
  options: { folder?: string; apps?: readonly string[]; env?: Record<string, string>; sources?: string } = {},
): Promise<SvcServer> {
  const { sources } = options
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'svc-bench-')))
  const home = join(folder, 'home')
  const manifests = join(folder, 'manifests')
  await makeManifests(manifests, options.apps)
  const port = await freePort()
  const server = await startProcess({
    file: sources === undefined ? await serverMain() : join(sources, 'apps/server/main.ts'),
    cwd: sources ?? root,
    port,
    path: '/readyz',
    env: {
      SVC_HOME: home,
      SVC_PORT: String(port),
      SVC_MANIFESTS: manifests,
      SVC_LOG_LEVEL: 'warn',
      SVC_RATE_LIMIT_PER_MINUTE: '100000000',
      SVC_ADMIN_USERNAME: username,
      SVC_ADMIN_PASSWORD: password,
      ...options.env,
    },
  })
  const login = await post(`${server.url}/api/auth/login`, { username, password }, {})
  const cookie = login.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  const made = await post(`${server.url}/api/developer/keys`, { name: 'bench' }, { cookie, origin: server.url })
  const { key } = (await made.json()) as { key: string }
  return {
    ...server,
    home,
    key,
    stop: async () => {
      await server.stop()
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}
