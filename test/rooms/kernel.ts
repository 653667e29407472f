import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { JsonValue } from '@svc/plugin'
import { HardenedChildProcesses } from '../../kernel/children/index.ts'
import type { ChildPrograms } from '../../kernel/children/index.ts'
import { createKernel, programsIn } from '../../kernel/index.ts'
import type { BootReport, Kernel } from '../../kernel/index.ts'
import type { PluginManifest } from '../../kernel/manifest/index.ts'
import { openTwoServers } from './first-of-two.ts'
import { recordingLog } from '../support/recording-log.ts'
import { repositoryRoot } from '../support/repository.ts'

export interface TestKernelOptions {
  /** The built-in plugins that run; all of them when absent. The rest is switched off. */
  plugins?: readonly string[]
  /**
   * More environment; `undefined` takes a variable away. Memory embeds nothing unless `SVC_MEMORY_EMBEDDER` stands here, and one server is
   * asked, whatever `SVC_TEST_SERVERS` says, where `DATABASE_URL` does.
   */
  env?: Readonly<Record<string, string | undefined>>
  /** A home that outlives the kernel, for a second start on it; otherwise a temporary one is made and deleted. */
  home?: string
  /** Folders of plugins beside the built-in ones. */
  pluginFolders?: readonly string[]
  /** The folder of the agent apps; an empty one when absent. */
  manifests?: string
  /** The folder of the built-in plugins, when it is not the repository's; the accounts are added to it, or nobody could sign in. */
  builtinPlugins?: string
  /** False: nothing is added to {@link builtinPlugins}, and there is no owner unless it has accounts itself. */
  accounts?: boolean
  /** Receives the log lines; they are dropped otherwise. */
  onLog?: (line: string) => void
}

export interface TestRequest {
  body?: JsonValue
  headers?: Record<string, string>
  /** Who asks; the owner's developer key when absent. */
  as?: 'owner' | 'key' | 'none'
}

export interface TestResponse<Body = never> {
  status: number
  headers: Headers
  /** Parsed when it is JSON, else the text. */
  body: Body
}

export interface TestKernel {
  url: string
  home: string
  kernel: Kernel
  report: BootReport
  owner: { username: string; password: string; cookie: string }
  /** A developer key of the owner's workspace with every scope. */
  key: string
  // The caller knows what the route answers.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  request<Body = any>(method: string, path: string, request?: TestRequest): Promise<TestResponse<Body>>
  stop(): Promise<void>
}

/**
 * Every child program of the server and of the built-in plugins, these by their own names too: of the build that `npm test` made of these
 * sources, which start in a fraction of the time, else the sources themselves.
 */
export function childPrograms(): ChildPrograms {
  const folder = process.env['SVC_TEST_BUILD'] ?? repositoryRoot
  const ofPlugins = globSync('plugins/*/plugin.json', { cwd: folder }).flatMap(file => {
    const { id, programs = [] } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as PluginManifest
    return programs.flatMap(({ id: name, entry, limits = {} }) => {
      const program = { entry: new URL(entry, pathToFileURL(join(folder, file))), limits }
      return [[name, program] as const, [`${id}/${name}`, program] as const]
    })
  })
  return { ...Object.fromEntries(ofPlugins), ...programsIn(pathToFileURL(join(folder, 'apps/'))) }
}

const builtinFolder = join(repositoryRoot, 'plugins')
const owner = { username: 'owner', password: 'correct horse battery' }

/** Switches that leave only the named built-in plugins on. */
function switches(builtin: string, plugins: readonly string[] | undefined): Record<string, string> {
  if (!plugins) return {}
  const all = globSync('*/plugin.json', { cwd: builtin }).map(dirname)
  const unknown = plugins.filter(id => !all.includes(id))
  if (unknown.length > 0) throw new Error(`There is no built-in plugin ${unknown.join(', ')} in ${builtin}.`)
  // Nobody could sign in, or ask for a job, without these.
  const needed = ['accounts', 'jobs', ...plugins]
  const off = all.filter(id => !needed.includes(id))
  return Object.fromEntries(off.map(id => [`SVC_PLUGIN_${id.replaceAll('-', '_').toUpperCase()}_ENABLED`, 'false']))
}

async function send(
  base: string,
  method: string,
  path: string,
  init: { headers: Record<string, string>; body?: JsonValue },
) {
  const headers = { ...init.headers, ...(init.body === undefined ? {} : { 'content-type': 'application/json' }) }
  const response = await fetch(base + path, {
    method,
    headers,
    redirect: 'manual',
    ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson && text !== '' ? JSON.parse(text) : text) as never,
  }
}

/** Signs the owner in, for the first time through the real setup route. */
async function signIn(base: string, report: BootReport): Promise<string> {
  const token = report.setupUrl?.split('#token=')[1]
  const answer = token
    ? await send(base, 'POST', '/api/auth/setup', { headers: {}, body: { ...owner, setup_token: token } })
    : await send(base, 'POST', '/api/auth/login', { headers: {}, body: owner })
  if (answer.status >= 300)
    throw new Error(`The owner could not sign in: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')
}

async function createKey(base: string, cookie: string): Promise<string> {
  const headers = { cookie }
  const answer = await send(base, 'POST', '/api/developer/keys', { headers, body: { name: 'test' } })
  if (answer.status !== 201) throw new Error(`No developer key: ${answer.status} ${JSON.stringify(answer.body)}`)
  return (answer.body as { key: string }).key
}

/**
 * A real server on a free port with an owner and a developer key. A plugin that does not run fails the test, unless it was
 * asked for with `allowFailures`.
 */
export async function startTestKernel(
  options: TestKernelOptions & { allowFailures?: boolean } = {},
): Promise<TestKernel> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-test-'))
  const home = options.home ?? join(folder, 'home')
  const builtinPlugins = options.builtinPlugins ?? builtinFolder
  if (options.accounts !== false && !existsSync(join(builtinPlugins, 'accounts')))
    await symlink(join(builtinFolder, 'accounts'), join(builtinPlugins, 'accounts'), 'dir')
  const isBuiltIn = builtinPlugins === builtinFolder
  const runs = (id: string): boolean => isBuiltIn && (!options.plugins || options.plugins.includes(id))
  const logs: string[] = []
  const two = 'DATABASE_URL' in (options.env ?? {}) ? null : await openTwoServers(options.home)
  const kernelWith = (env: Record<string, string>): Kernel =>
    createKernel({
      env: {
        SVC_HOME: home,
        SVC_PORT: '0',
        SVC_LOG_LEVEL: 'debug',
        ...(runs('agent-apps') ? { SVC_MANIFESTS: options.manifests ?? join(folder, 'manifests') } : {}),
        // The model takes seconds and 350 MB.
        ...(runs('memory') ? { SVC_MEMORY_EMBEDDER: 'off' } : {}),
        ...(options.pluginFolders ? { SVC_PLUGINS: options.pluginFolders.join(',') } : {}),
        ...switches(builtinPlugins, options.plugins),
        ...options.env,
        ...env,
      },
      cwd: folder,
      builtinPlugins,
      childPrograms: childPrograms(),
      listen: true,
      logDestination: { write: (line: string) => void (options.onLog ? options.onLog(line) : logs.push(line)) },
    })
  const kernel = kernelWith(two?.first ?? {})
  const second = two && kernelWith(two.second)
  const stop = async (): Promise<void> => {
    await second?.stop()
    await kernel.stop()
    await two?.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const report = await kernel.start()
    const failed = report.plugins.filter(({ outcome }) => outcome === 'failed' || outcome === 'degraded')
    if (failed.length > 0 && !options.allowFailures)
      throw new Error(failed.map(({ id, outcome, error }) => `${id} is ${outcome}: ${error}`).join('\n'))
    const url = (await second?.start())?.url ?? report.url ?? ''
    const isRunning = (plugin: string): boolean =>
      report.plugins.some(({ id, outcome }) => id === plugin && outcome === 'running')
    const cookie = isRunning('accounts') ? await signIn(report.url ?? '', report) : ''
    const key = cookie !== '' && isRunning('developer') ? await createKey(url, cookie) : ''
    const credentials = {
      owner: { cookie },
      key: key === '' ? { cookie } : { authorization: `Bearer ${key}` },
      none: {},
    }
    return {
      url,
      home,
      kernel,
      report,
      owner: { ...owner, cookie },
      key,
      request: (method, path, { body, headers = {}, as = 'key' } = {}) =>
        send(url, method, path, {
          headers: { ...credentials[as], ...headers } as Record<string, string>,
          ...(body === undefined ? {} : { body }),
        }),
      stop,
    }
  } catch (error) {
    await stop()
    const last = logs.slice(-20).join('')
    throw new Error(
      `The test kernel did not start. ${error instanceof Error ? error.message : String(error)}\n${last}`,
      { cause: error },
    )
  }
}

/** The real child programs, for a test of one part without a kernel around it; close them. */
export function openChildProcesses(): HardenedChildProcesses {
  return new HardenedChildProcesses({
    programs: childPrograms(),
    log: recordingLog(),
    signal: new AbortController().signal,
  })
}
