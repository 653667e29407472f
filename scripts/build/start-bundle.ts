import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const patienceMs = 60_000
const examplePlugin = 'hello-plugin'

/**
 * Starts the bundled server on a home of its own, sees it ready with all its plugins and one from elsewhere, and stops it;
 * then has its child programs run the apps' tests.
 */
export async function startBundle(root: string, folder: string): Promise<void> {
  const temporary = await mkdtemp(join(tmpdir(), 'svc-bundle-'))
  const main = join(folder, 'apps/server/main.js')
  // Where no node_modules is above it: its @svc/plugin has to be the bundle's.
  const plugin = join(temporary, 'elsewhere', examplePlugin)
  await cp(join(root, 'examples', examplePlugin), plugin, { recursive: true })
  const env = { PATH: process.env['PATH'], SVC_HOME: join(temporary, 'home'), SVC_PORT: '0', SVC_PLUGINS: plugin }
  // Not from the sources: the packages must be found as they are published.
  const server = spawn(process.execPath, [main], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    const url = await readyUrl(server.stdout, server.stderr)
    const answer = await fetch(new URL('/readyz', url))
    if (!answer.ok) throw new Error(`the bundled server is not ready: ${await answer.text()}`)
    const platform = await fetch(new URL('/api/developer/platform', url))
    const { features } = (await platform.json()) as { features: Record<string, boolean> }
    const off = Object.keys(features).filter(id => !features[id])
    if (!features['hello'] || off.length > 0)
      throw new Error(`the bundled server lacks plugins: ${JSON.stringify(features)}`)
    server.kill('SIGTERM')
    const [code] = (await once(server, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`the bundled server ended with exit code ${code}`)
    console.log('started its apps/server/main.js, ready, stopped')
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'apps/cli/main.js'), 'app', 'test'], {
      cwd: root,
      env,
    })
    console.log(`its apps/cli/main.js app test: ${stdout.trim().split('\n').at(-1)}`)
  } finally {
    server.kill('SIGKILL')
    await rm(temporary, { recursive: true, force: true })
  }
}

async function readyUrl(stdout: NodeJS.ReadableStream, stderr: NodeJS.ReadableStream): Promise<string> {
  const seen: string[] = []
  stderr.on('data', (data: Buffer) => seen.push(data.toString()))
  const lines = createInterface({ input: stdout, signal: AbortSignal.timeout(patienceMs) })
  for await (const line of lines) {
    seen.push(`${line}\n`)
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)
    if (url) return url[0]
  }
  throw new Error(`the bundled server did not start:\n${seen.join('')}`)
}
