import { rm } from 'node:fs/promises'
import { SvcError, UnavailableError, ValidationError } from '@svc/plugin'
import type { InternalRequest, InternalResponse, Principal, ProcessRole, ServiceRef } from '@svc/plugin'
import { bootFacts, firstSteps } from '@svc/plugin/contracts/boot-facts'
import { authRoom } from '../auth/index.ts'
import { BootError, exitCodes } from '../boot-error.ts'
import { asCalled } from '@svc/plugin/library/called-as'
import { httpRoom } from '../http/index.ts'
import type { BootReport, Kernel, KernelOptions } from '../kernel.ts'
import { createIds, createLogger, makeProcessFolder, systemClock } from '../services/index.ts'
import type { RootLogger } from '../services/index.ts'
import { BootedPlugin } from './plugins/booted-plugin.ts'
import { Lifecycle } from './lifecycle.ts'
import { discoverConfigured, draw } from './blueprint.ts'
import { openStorage } from './open-storage.ts'
import { placeWorker } from './place-worker.ts'
import { RunningKernel } from './running-kernel.ts'
import { svcVersion } from './version.ts'

/** A server, whole, not yet started. */
export function createKernel(options: KernelOptions): Kernel {
  return new PluginKernel(options)
}

class PluginKernel implements Kernel {
  readonly #options: KernelOptions
  readonly #lifecycle: Lifecycle
  #log: RootLogger
  #running: RunningKernel | null = null
  #report: BootReport | null = null
  #isLeaseHeld: () => boolean = () => true
  #settingUp: Promise<RunningKernel> | null = null
  #starting: Promise<BootReport> | null = null
  #isStopping = false

  constructor(options: KernelOptions) {
    this.#options = options
    this.#log = this.#createLog('info')
    this.#lifecycle = new Lifecycle(error => this.#log.error({ err: error }, 'Something failed while stopping.'))
  }

  async setup(): Promise<void> {
    await this.#setUp()
  }

  start(): Promise<BootReport> {
    this.#starting ??= this.#start()
    return this.#starting
  }

  async #start(): Promise<BootReport> {
    const running = await this.#setUp()
    const { blueprint, storage } = running
    if (this.#isStopping) throw new UnavailableError('The server was stopped while it was starting.')
    try {
      await running.start()
      const { url, server } = running.rooms.face(httpRoom).http
      const steps = running.host.contributedTo(firstSteps).map(step => step.path())
      const firstStep = steps.find(path => path !== null)
      this.#report = {
        version: svcVersion,
        url,
        home: storage.home.path,
        database: databaseOf(blueprint.config),
        setupUrl: firstStep === undefined ? null : server.facts().base_url + firstStep,
        plugins: running.directory.list(),
        facts: running.host.contributedTo(bootFacts).map(fact => ({ label: fact.label, value: fact.value() })),
        readyMs: Math.round(performance.now()),
        config: [...blueprint.origins],
        ...running.workerReport(),
      }
      return this.#report
    } catch (error) {
      throw await this.#refusalOf(error)
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    // A setup or start that is under way ends first, so that everything closes in its order; its failure went to its own caller.
    await Promise.allSettled([this.#settingUp, this.#starting])
    await this.#lifecycle.close()
    this.#log.flush()
  }

  report(): BootReport {
    if (!this.#report) throw new UnavailableError('The server is starting.')
    return { ...this.#report, plugins: this.#running?.directory.list() ?? this.#report.plugins }
  }

  async dispatch(request: InternalRequest): Promise<InternalResponse> {
    return this.#whole().rooms.face(httpRoom).http.dispatch(request)
  }

  async operator(workspaceId?: string): Promise<Principal> {
    return this.#whole().rooms.face(authRoom).operator(workspaceId)
  }

  service<T>(service: ServiceRef<T>): T | undefined {
    return this.#whole().rooms.services.resolve(service)
  }

  #whole(): RunningKernel {
    if (this.#running) return this.#running
    throw new UnavailableError('The kernel is not set up. Call setup or start first.')
  }

  #setUp(): Promise<RunningKernel> {
    this.#settingUp ??= this.#build()
    return this.#settingUp
  }

  async #build(): Promise<RunningKernel> {
    try {
      const scratch = this.#options.scratch ? await this.#makeScratch() : null
      const blueprint = await draw(this.#options, scratch)
      const log = this.#createLog(blueprint.config.log_level)
      this.#log = log
      log.hide(blueprint.secrets)
      const ids = createIds(systemClock)
      const runtime = { clock: systemClock, ids, log }
      const { worker: role } = this.#options
      const worker = role ? await placeWorker(role, blueprint, runtime) : null
      const storage = await openStorage(blueprint, {
        worker,
        scratch: () => this.#makeScratch(),
        onLost: reason => this.#lost(reason),
        ...runtime,
      })
      this.#isLeaseHeld = () => storage.planes.placement?.isHeld() ?? true
      log.hide(Object.values(storage.home.secrets))
      // Released in reverse: the planes close before the home is free for another server.
      this.#lifecycle.onClose('home', () => storage.home.release())
      this.#lifecycle.onClose('planes', () => storage.planes.close())
      const running = new RunningKernel({
        blueprint,
        storage,
        worker,
        role: this.#role,
        plugins: storage.plan.map(planned => new BootedPlugin(planned)),
        childPrograms: this.#options.childPrograms,
        discover: () => discoverConfigured(this.#options),
        tryChosen: async chosen => void (await draw({ ...this.#options, chosen }, scratch)),
        phrase: this.#phrase,
        ...runtime,
        lifecycle: this.#lifecycle,
      })
      await running.setUp()
      this.#running = running
      return running
    } catch (error) {
      throw await this.#refusalOf(error)
    }
  }

  /** Closes what there is. A room's refusal is a problem to report, not a bug with a stack. */
  async #refusalOf(error: unknown): Promise<unknown> {
    if (!this.#isLeaseHeld()) this.#lost('The lease of this server ended while it was starting.', error)
    await this.#lifecycle.close()
    if (error instanceof BootError || !(error instanceof SvcError)) return error
    const exitCode = error instanceof ValidationError ? exitCodes.configuration : exitCodes.failed
    return new BootError(exitCode, [{ where: 'start', message: error.message, frame: null }], { cause: error })
  }

  #lost(reason: string, err?: unknown): void {
    const message = `${reason} Another server may have its workspaces by now.`
    this.#log.error({ err }, message)
    this.#log.flush()
    this.#options.onLost?.(new BootError(exitCodes.lostLease, [{ where: 'lease', message, frame: null }]))
  }

  get #role(): ProcessRole {
    const { worker, listen } = this.#options
    if (worker) return 'worker'
    return listen ? 'server' : 'command'
  }

  async #makeScratch(): Promise<string> {
    const folder = await makeProcessFolder('svc-scratch')
    this.#lifecycle.onClose('scratch home', () => rm(folder, { recursive: true, force: true }))
    return folder
  }

  readonly #phrase = (text: string): string => asCalled(text, this.#options.env)

  #createLog(level: string): RootLogger {
    const { logDestination } = this.#options
    return createLogger({ level, phrase: this.#phrase, ...(logDestination ? { destination: logDestination } : {}) })
  }
}

function databaseOf({ cluster_secret, database_url: url }: { cluster_secret?: string; database_url?: string }): string {
  if (url === undefined) return 'files in the data folder'
  const { protocol, host, pathname } = new URL(url)
  const place = /^postgres/.test(protocol) ? 'PostgreSQL at ' : `${protocol}//`
  const rest = cluster_secret === undefined ? 'and files in the data folder' : 'of which the data folder is a cache'
  return `${place}${host}${pathname}, ${rest}`
}
