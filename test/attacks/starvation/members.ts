import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess } from '../../support/programs/server-process.ts'

const owner = { username: 'olga', password: 'correct horse battery' }
/** Runs of these apps are asked for by the victim and by the attacker. */
const apps = {
  small: `run: ctx => ({ text: ctx.inputs.text })`,
  large: `run: () => ({ text: 'x'.repeat(3_000_000) })`,
}

/** Keys of a member who attacks, and of another member of the same workspace. */
export interface AttackerKeys {
  attacker: string
  more: string[]
  neighbour: string
}

/** A server in a process of its own, and how to reach it as each of its members. */
export interface AttackedServer extends AsyncDisposable {
  url: string
  pid: number
  /** The owner may make backups; both have a workspace of their own. */
  keys: { owner: string; victim: string }
  /** Registers an attacker, whose workspace is empty, with some more keys. */
  enlist(more: number): Promise<AttackerKeys>
}

/** Starts a server that limits no rate, so that an attack comes as hard as it can. */
export async function startAttackedServer(): Promise<AttackedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-test-starvation-'))
  for (const [name, code] of Object.entries(apps)) await writeApp(join(folder, 'manifests', name), name, code)
  const server = startServerProcess({
    home: folder,
    env: {
      NODE_ENV: 'production',
      SVC_LOG_LEVEL: 'error',
      SVC_RATE_LIMIT_PER_MINUTE: '100000000',
      SVC_KEYS_PER_PERSON: '1000',
      SVC_REGISTRATION_ENABLED: 'true',
      SVC_ADMIN_USERNAME: owner.username,
      SVC_ADMIN_PASSWORD: owner.password,
    },
  })
  const stop = async () => {
    server.signal('SIGKILL')
    await server.exited
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const url = await server.ready
    const register = (username: string) => signIn(url, 'register', { ...owner, username })
    const keys = {
      owner: await makeKey(url, await signIn(url, 'login', owner), 'owner'),
      victim: await makeKey(url, await register('ada'), 'victim'),
    }
    let enlisted = 0
    const enlist = async (count: number): Promise<AttackerKeys> => {
      enlisted += 1
      const names = { eve: `eve-${enlisted}`, ned: `ned-${enlisted}` }
      const [eve, ned] = [await register(names.eve), await register(names.ned)]
      const me = await fetch(`${url}/api/auth/me`, { headers: { cookie: eve } })
      const { workspace } = (await me.json()) as { workspace: { id: string } }
      const own = { cookie: eve, origin: url }
      await post(`${url}/api/workspaces/${workspace.id}/members`, { username: names.ned }, own)
      const more: string[] = []
      while (more.length < count) more.push(await makeKey(url, eve, `key ${more.length}`))
      return {
        attacker: await makeKey(url, eve, 'attacker'),
        more,
        neighbour: await makeKey(url, ned, 'neighbour', workspace.id),
      }
    }
    return { url, pid: server.pid, keys, enlist, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function writeApp(folder: string, name: string, run: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const manifest = {
    manifest_version: '1',
    name,
    version: '1.0.0',
    description: 'Answers at once',
    entry: { type: 'module', file: 'main.ts' },
    inputs: { type: 'object', properties: { text: { type: 'string' } }, additionalProperties: false },
    limits: { concurrency: 16, output_bytes: 4_000_000 },
  }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
  const code = `import { defineAgentApp } from '@svc/sdk/agent-app'\nexport default defineAgentApp<{ text?: string }>({ ${run} })\n`
  await writeFile(join(folder, 'main.ts'), code)
}

/** The cookie of the new session. */
async function signIn(url: string, how: 'login' | 'register', account: typeof owner): Promise<string> {
  const answer = await post(`${url}/api/auth/${how}`, account, { origin: url })
  return answer.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
}

async function makeKey(url: string, cookie: string, name: string, workspaceId?: string): Promise<string> {
  const chosen = workspaceId === undefined ? undefined : { 'x-workspace-id': workspaceId }
  const made = await post(`${url}/api/developer/keys`, { name }, { cookie, origin: url, ...chosen })
  return ((await made.json()) as { key: string }).key
}

async function post(url: string, body: object, headers: Record<string, string>): Promise<Response> {
  const sent = { 'content-type': 'application/json', ...headers }
  const answer = await fetch(url, { method: 'POST', headers: sent, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer
}
