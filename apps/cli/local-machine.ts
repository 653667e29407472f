import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cliCommands } from '@svc/plugin/contracts/cli'
import type { CliCommand } from '@svc/plugin/contracts/cli'
import { createKernel, programsIn, readConfiguration, readKernelConfiguration } from '../../kernel/index.ts'
import type { Configuration, Kernel, KernelConfig } from '../../kernel/index.ts'
import type { ApiClient } from './api/api-client.ts'
import { HttpApi } from './api/http-api.ts'
import { KernelApi } from './api/kernel-api.ts'
import type { Shell } from './shell.ts'

const builtinPlugins = fileURLToPath(new URL('../../plugins', import.meta.url))
const apps = new URL('../../apps/', import.meta.url)

/** The home on this machine, the server that may run on it, and kernels of our own where none does. */
export class LocalMachine {
  readonly #shell: Shell
  #kernelConfig: Promise<KernelConfig> | undefined
  #scratch: Promise<Kernel> | undefined
  #api: Promise<ApiClient> | undefined

  constructor(shell: Shell) {
    this.#shell = shell
  }

  /** What a start would find configured; nothing is opened. */
  configuration(): Promise<Configuration> {
    const { env, cwd } = this.#shell
    return readConfiguration({ env, cwd, builtinPlugins })
  }

  async home(): Promise<string> {
    return (await this.#readKernelConfig()).home
  }

  /** The way to the server that runs on the home, or null. */
  async runningServer(): Promise<ApiClient | null> {
    const { home, base_path: basePath } = await this.#readKernelConfig()
    const socketPath = join(home, 'operator.sock')
    if (!(await accepts(socketPath))) return null
    return new HttpApi({ baseUrl: `http://localhost${basePath.replace(/\/$/, '')}`, socketPath })
  }

  /** The API of the home: the running server's, else this process on the home itself. */
  api(): Promise<ApiClient> {
    this.#api ??= this.#openApi()
    return this.#api
  }

  /** What plugins add to `svc`. */
  async contributedCommands(): Promise<CliCommand[]> {
    const kernel = await this.#scratchKernel()
    return kernel.contributions(cliCommands).map(contribution => contribution.value)
  }

  async close(): Promise<void> {
    const open = await Promise.allSettled([
      this.#api?.then(api => api.close()),
      this.#scratch?.then(kernel => kernel.stop()),
    ])
    // One that never opened has told its reader so already.
    void open
  }

  #readKernelConfig(): Promise<KernelConfig> {
    const { env, cwd } = this.#shell
    this.#kernelConfig ??= readKernelConfiguration({ env, cwd })
    return this.#kernelConfig
  }

  async #openApi(): Promise<ApiClient> {
    const running = await this.runningServer()
    if (running) return running
    const kernel = this.#newKernel({ scratch: false })
    await kernel.start()
    return new KernelApi(kernel)
  }

  #scratchKernel(): Promise<Kernel> {
    this.#scratch ??= this.#setUpScratchKernel()
    return this.#scratch
  }

  async #setUpScratchKernel(): Promise<Kernel> {
    const kernel = this.#newKernel({ scratch: true })
    await kernel.setup()
    return kernel
  }

  #newKernel({ scratch }: { scratch: boolean }): Kernel {
    const { env, cwd } = this.#shell
    return createKernel({
      // A command says what is wrong in a sentence of its own; whoever wants the log as well asks for it.
      env: { ...env, SVC_LOG_LEVEL: env['SVC_LOG_LEVEL'] ?? 'silent' },
      cwd,
      builtinPlugins,
      childPrograms: programsIn(apps),
      listen: false,
      scratch,
    })
  }
}

/** True when somebody listens: a socket file alone may have been left by a server that was killed. */
async function accepts(socketPath: string): Promise<boolean> {
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
