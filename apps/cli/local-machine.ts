import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { InternalError, UnprocessableError, ValidationError } from '@svc/plugin'
import type { ServiceRef } from '@svc/plugin'
import type { CommandHome } from '@svc/plugin/contracts/cli'
import type { OfflineHomes } from '@svc/plugin/contracts/offline-homes'
import type { KernelConfig } from '../../kernel/catalogue.ts'
import type { Configuration, Kernel } from '../../kernel/index.ts'
import { ConfigReader, readKernelConfiguration } from '../../kernel/catalogue.ts'
import type { ApiClient } from './api/api-client.ts'
import type { Shell } from './shell.ts'

export const builtinPlugins = fileURLToPath(new URL('../../plugins', import.meta.url))
/** The server's own child programs lie below it. */
export const childProgramFolders = new URL('../../apps/', import.meta.url)

/** Loaded by what acts on a home without a server, and by nothing else. */
export const loadKernel = (): Promise<typeof import('../../kernel/index.ts')> => import('../../kernel/index.ts')

interface Place {
  home: string
  basePath: string
  publicUrl: string | null
}

const socketIn = (home: string): string => join(home, 'operator.sock')

/** The home on this machine, the server that may run on it, and kernels of our own where none does. */
export class LocalMachine implements CommandHome {
  readonly #shell: Shell
  #place: Promise<Place> | undefined
  #scratch: Promise<Kernel> | undefined
  #api: Promise<ApiClient> | undefined
  #remote: Promise<ApiClient | null> | undefined
  #client: Promise<ApiClient> | undefined

  constructor(shell: Shell) {
    this.#shell = shell
  }

  /** What a start would find configured; nothing is opened. */
  async configuration(): Promise<Configuration> {
    const { env, cwd } = this.#shell
    const { readConfiguration } = await loadKernel()
    return readConfiguration({ env, cwd, builtinPlugins })
  }

  /** The kernel's own settings, checked. */
  kernelConfiguration(): Promise<KernelConfig> {
    const { env, cwd } = this.#shell
    return readKernelConfiguration({ env, cwd })
  }

  /** The address that SVC_BASE_URL names, unless the server of this home answers there; null then, and without an address. */
  async serverElsewhere(): Promise<string | null> {
    const { SVC_BASE_URL: baseUrl } = this.#shell.env
    if (!baseUrl) return null
    const address = checkedUrl(baseUrl)
    const { home, publicUrl } = await this.#find()
    const { addressOfServer, isSameServer } = await import('./api/server-address.ts')
    const own = await addressOfServer(socketIn(home))
    const isOwn =
      own !== null && (isSameServer(address, own) || (publicUrl !== null && isSameServer(address, publicUrl)))
    return isOwn ? null : address
  }

  async path(): Promise<string> {
    return (await this.#find()).home
  }

  /** The way to the server that runs on the home, or null. */
  async runningServer(): Promise<ApiClient | null> {
    const { home, basePath } = await this.#find()
    const socketPath = socketIn(home)
    if (!(await accepts(socketPath))) return null
    const { HttpApi } = await import('./api/http-api.ts')
    return new HttpApi({ baseUrl: `http://localhost${basePath}`, socketPath, signal: this.#shell.signal })
  }

  /**
   * The API of the home: the running server's, else this process on the home itself.
   * @throws UnprocessableError `no_home` where there is no home yet, unless the command is one that makes it
   */
  api({ makesHome = false } = {}): Promise<ApiClient> {
    this.#api ??= this.#openApi(makesHome)
    return this.#api
  }

  /** The server that the reader names with SVC_BASE_URL and SVC_API_KEY; without a name as {@link api}. In the workspace of SVC_WORKSPACE. */
  client(): Promise<ApiClient> {
    this.#client ??= this.#openClient()
    return this.#client
  }

  async service<T>(service: ServiceRef<T>): Promise<T> {
    this.#scratch ??= this.#setUpScratchKernel()
    const found = (await this.#scratch).service(service)
    if (found !== undefined) return found
    throw new InternalError(
      `Nothing provides ${service.id}: its plugin is switched off, or failed. "svc doctor" says why.`,
    )
  }

  /** A kernel of this configuration on a home that is thrown away with it, with an owner; not started yet. The caller stops it. */
  scratchKernel(flags: Record<string, string>): Promise<Kernel> {
    const owner = { SVC_ADMIN_USERNAME: 'scratch', SVC_ADMIN_PASSWORD: randomBytes(16).toString('hex') }
    return this.#newKernel({
      scratch: true,
      flags,
      // Silent even where the server's own level is set for all programs, as in a container: nobody asks for the log of what is thrown away.
      env: { ...this.#shell.env, ...owner, SVC_ADMIN_PASSWORD_FILE: undefined, SVC_LOG_LEVEL: 'silent' },
    })
  }

  async offline(): Promise<OfflineHomes> {
    const { offlineHomes } = await import('./offline/offline-homes.ts')
    return offlineHomes({ ...this.#shell, builtinPlugins })
  }

  async close(): Promise<void> {
    const open = await Promise.allSettled([
      this.#remote?.then(api => api?.close()),
      this.#api?.then(api => api.close()),
      this.#scratch?.then(kernel => kernel.stop()),
    ])
    // If it never opened, the user has seen the error already.
    void open
  }

  #find(): Promise<Place> {
    this.#place ??= this.#readPlace()
    return this.#place
  }

  /** Not validated here: opening the home and starting a server validate all of it. */
  async #readPlace(): Promise<Place> {
    const { env, cwd } = this.#shell
    const { values, problems } = await new ConfigReader({ flags: {}, env, cwd }).unchecked()
    const [fault] = problems
    if (fault) throw new UnprocessableError('config_invalid', `${fault.where}: ${fault.message}`)
    const { home, base_path: basePath, public_url: publicUrl } = values
    return {
      home: String(home),
      basePath: String(basePath).replace(/\/$/, ''),
      publicUrl: typeof publicUrl === 'string' ? publicUrl : null,
    }
  }

  async #openClient(): Promise<ApiClient> {
    this.#remote ??= remoteApi(this.#shell)
    const api = (await this.#remote) ?? (await this.api())
    const { SVC_WORKSPACE: wanted } = this.#shell.env
    if (wanted) {
      const { workspaceNamed } = await import('./api/workspace-named.ts')
      api.useWorkspace(await workspaceNamed(api, wanted))
    }
    return api
  }

  async #openApi(makesHome: boolean): Promise<ApiClient> {
    const running = await this.runningServer()
    if (running) return running
    // With an owner in the environment, the home that the command begins is one to work in.
    if (!makesHome && !this.#shell.env['SVC_ADMIN_USERNAME']) assertHome(await this.path())
    const [kernel, { KernelApi }] = await Promise.all([
      this.#newKernel({ scratch: false }),
      import('./api/kernel-api.ts'),
    ])
    await kernel.start()
    return new KernelApi(kernel, this.#shell.signal)
  }

  async #setUpScratchKernel(): Promise<Kernel> {
    const kernel = await this.#newKernel({ scratch: true })
    await kernel.setup()
    return kernel
  }

  async #newKernel({
    scratch,
    flags = {},
    env = this.#shell.env,
  }: {
    scratch: boolean
    flags?: Record<string, string>
    env?: Shell['env']
  }): Promise<Kernel> {
    const { cwd } = this.#shell
    const { createKernel, programsIn } = await loadKernel()
    return createKernel({
      flags,
      // A command prints its own error message; the log appears only on request.
      env: { ...env, SVC_LOG_LEVEL: env['SVC_LOG_LEVEL'] ?? 'silent' },
      cwd,
      builtinPlugins,
      childPrograms: programsIn(childProgramFolders),
      listen: false,
      scratch,
    })
  }
}

async function remoteApi({ env, signal }: Shell): Promise<ApiClient | null> {
  const { SVC_BASE_URL: baseUrl, SVC_API_KEY: key } = env
  if (!baseUrl && !key) return null
  if (!baseUrl)
    throw new ValidationError(
      'SVC_API_KEY is set and SVC_BASE_URL is not. Set both to call a server, or none to use the home of this machine.',
    )
  if (!key)
    throw new ValidationError(
      'SVC_BASE_URL is set and SVC_API_KEY is not. Set both to call a server, or none to use the home of this machine.',
    )
  const { HttpApi } = await import('./api/http-api.ts')
  return new HttpApi({ baseUrl: checkedUrl(baseUrl), apiKey: key, signal })
}

/** Whether a start would go on with what is in the folder, rather than begin a home in it. */
export function isHome(folder: string): boolean {
  return ['home.json', 'control_plane'].some(name => existsSync(join(folder, name)))
}

/** What only asks must leave no folder behind. @throws UnprocessableError `no_home` */
function assertHome(home: string): void {
  if (isHome(home)) return
  throw new UnprocessableError(
    'no_home',
    `There is no home ${home} yet. "svc start" makes it, and "svc setup" its first owner; --home or SVC_HOME names another, SVC_BASE_URL and SVC_API_KEY a server elsewhere.`,
  )
}

/** Scheme, host and path of a server, without a trailing slash. */
export function checkedUrl(text: string): string {
  return checkedAddress(text, 'SVC_BASE_URL')
}

/** As {@link checkedUrl}; `what` names it in the sentence that refuses it. */
export function checkedAddress(text: string, what: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol)) return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
  throw new ValidationError(
    `${what} is "${text}", which is no address of a server. Write it like http://127.0.0.1:8420.`,
  )
}

/** True when somebody listens: a socket file alone may have been left by a server that was killed. */
async function accepts(socketPath: string): Promise<boolean> {
  const { connect } = await import('node:net')
  const socket = connect(socketPath)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
