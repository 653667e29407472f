import { spawn as spawnNode } from 'node:child_process'
import type { ChildProcess as NodeChild } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { InternalError, UnavailableError, withOwnLogFields } from '@svc/plugin'
import type {
  ChildOptions,
  ChildPool,
  ChildPoolOptions,
  ChildProcesses,
  ChildThread,
  ChildThreadOptions,
  Logger,
} from '@svc/plugin'
import type { ChildWelcome } from '@svc/plugin/child'
import { makeProcessFolder } from '../services/index.ts'
import { ChildProcess } from './child-process.ts'
import { lowerPriority } from './spawned-process.ts'
import { findHardening } from './hardening.ts'
import type { Hardening, HardeningStatus } from './hardening.ts'
import { ProcessPool } from './process-pool.ts'
import { readProgram } from './program.ts'
import type { ChildPrograms, Program } from './program.ts'
import { leadsGroup } from './spawned-process.ts'
import { ThreadRunner } from './thread-runner.ts'

export interface ChildProcessesOptions {
  /** Each has a `program.json` beside it. */
  programs: ChildPrograms
  log: Logger
  /** Aborts at stop: every child is killed. */
  signal: AbortSignal
}

const watchEveryMs = 100
const startLimitMs = 60_000
// Ids that neither distributions nor systemd give to anybody (systemd.io/UIDS-GIDS). Each child has its own, so that children cannot reach each other.
const firstUid = 60_706
const uidCount = 470

/** Spawns the registered programs behind the walls of `hardening.ts`. Nothing is started or probed before the first spawn. */
export class HardenedChildProcesses implements ChildProcesses {
  readonly #options: ChildProcessesOptions
  readonly #children = new Set<ChildProcess>()
  readonly #shared: { close(): Promise<void> }[] = []
  readonly #programs = new Map<string, Program>()
  /** Those that are neither running yet nor given up. */
  readonly #starts = new Set<Promise<ChildProcess>>()
  /** An empty one, in which every child starts that was not given a folder. */
  #folder: Promise<string> | undefined
  #isClosed = false
  #hardening: Promise<Hardening> | undefined
  #watch: NodeJS.Timeout | undefined
  #nextUid = 0

  constructor(options: ChildProcessesOptions) {
    this.#options = options
    options.signal.addEventListener('abort', () => void this.#killAll(), { once: true })
  }

  /** Which walls stand around children here; tried out at the first call or spawn. */
  async hardening(): Promise<HardeningStatus> {
    return (await this.#findHardening()).status
  }

  async spawn(name: string, options: ChildOptions): Promise<ChildProcess> {
    if (this.#isClosed) throw new UnavailableError('The server is stopping.')
    const start = this.#start(this.#program(name), options)
    this.#starts.add(start)
    try {
      return await start
    } catch (cause) {
      throw new UnavailableError(`The child process ${name} could not be started.`, {
        cause,
        fields: { program: name },
      })
    } finally {
      this.#starts.delete(start)
    }
  }

  pool<State = null>(options: ChildPoolOptions<State>): ChildPool<State> {
    const { log } = this.#options
    const pool = new ProcessPool(options, { spawn: (name, process) => this.spawn(name, process), log })
    this.#shared.push(pool)
    return pool
  }

  thread<Task, Answer>(options: ChildThreadOptions): ChildThread<Task, Answer> {
    const thread = new ThreadRunner<Task, Answer>(options)
    this.#shared.push(thread)
    return thread
  }

  /** As a plugin sees them: its own programs before those of the server, and what it opened is closed with it. */
  of(plugin: string): ChildProcesses & { close(): Promise<void> } {
    const opened: { close(): Promise<void> }[] = []
    const keep = <Shared extends { close(): Promise<void> }>(shared: Shared): Shared => {
      opened.push(shared)
      return shared
    }
    const nameOf = (program: string): string => {
      const own = `${plugin}/${program}`
      return Object.hasOwn(this.#options.programs, own) || program.includes('/') ? own : program
    }
    return {
      spawn: (program, options) => this.spawn(nameOf(program), options),
      pool: options => keep(this.pool({ ...options, program: nameOf(options.program) })),
      thread: options => keep(this.thread(options)),
      close: async () => void (await Promise.all(opened.map(each => each.close()))),
    }
  }

  /** Kills every child and waits until they are gone. */
  async close(): Promise<void> {
    await this.#killAll()
    await Promise.allSettled(this.#starts)
    await Promise.all([...this.#children].map(child => child.exited))
    const folder = await this.#folder?.catch(() => null)
    if (folder) await rm(folder, { recursive: true, force: true })
  }

  /** Those that wait for a process or thread are refused first, so that none is started anew. */
  async #killAll(): Promise<void> {
    this.#isClosed = true
    const closing = this.#shared.map(each => each.close())
    for (const child of this.#children) child.kill('stop')
    await Promise.all(closing)
  }

  async #start(program: Program, options: ChildOptions): Promise<ChildProcess> {
    const hardening = await this.#findHardening()
    const folder = options.folder ?? (await this.#workingFolder())
    const uid = hardening.status.otherUser ? firstUid + (this.#nextUid++ % uidCount) : null
    const limits = { ...program, fileBytes: options.writes?.maxFileBytes ?? 0 }
    const command = hardening.wrap(nodeCommand(program, options), limits)
    // It outlives the work it is started for: what its pipe brings later belongs to other work.
    const child = await withOwnLogFields({}, async () =>
      this.#adopt(program, options, uid, await startNode(command, folder)),
    )
    if (program.nice > 0) lowerPriority(child.pid, program.nice)
    // It was on its way when the others were killed.
    if (this.#isClosed) child.kill('stop')
    await this.#welcome(child, { uid })
    return child
  }

  async #workingFolder(): Promise<string> {
    this.#folder ??= makeProcessFolder('svc-child')
    try {
      const folder = await this.#folder
      // Systems remove what lies unchanged in their temporary folder for days.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return folder
    } catch (error) {
      this.#folder = undefined
      throw error
    }
  }

  #program(name: string): Program {
    const known = this.#programs.get(name)
    if (known) return known
    const { programs } = this.#options
    const place = Object.hasOwn(programs, name) ? programs[name] : undefined
    if (!place)
      throw new InternalError(`There is no child program ${name}. Known: ${Object.keys(programs).join(', ')}.`)
    const program = readProgram(name, place)
    this.#programs.set(name, program)
    return program
  }

  #findHardening(): Promise<Hardening> {
    this.#hardening ??= findHardening().then(hardening => {
      const { missing } = hardening.status
      if (missing.length > 0)
        this.#options.log.warn({ missing }, 'Some walls around child processes are missing on this machine.')
      return hardening
    })
    return this.#hardening
  }

  #adopt(program: Program, options: ChildOptions, uid: number | null, node: StartedNode): ChildProcess {
    const { log } = this.#options
    const child = new ChildProcess({
      program: program.name,
      node,
      options,
      memoryMb: memoryOf(program, options),
      uid,
      onBroken: reason => log.warn({ program: program.name, reason }, 'A child process was killed for what it sent.'),
      onMethodError: (method, error) =>
        log.error({ program: program.name, method, err: error }, 'A call of a child process failed.'),
    })
    this.#children.add(child)
    this.#watch ??= setInterval(() => this.#look(), watchEveryMs).unref()
    void child.exited.then(exit => {
      this.#children.delete(child)
      if (this.#children.size === 0) this.#watch = void clearInterval(this.#watch)
      if (exit.killed === null)
        log.warn({ program: program.name, pid: child.pid, ...exit }, 'A child process ended by itself.')
    })
    return child
  }

  async #welcome(child: ChildProcess, welcome: ChildWelcome): Promise<void> {
    const limit = setTimeout(() => child.kill('start'), startLimitMs)
    try {
      await child.request('welcome', { ...welcome })
    } catch (error) {
      const exit = await child.exited
      throw new Error(`It ended while starting: ${exit.lastWords || `code ${exit.code}, signal ${exit.signal}`}`, {
        cause: error,
      })
    } finally {
      clearTimeout(limit)
    }
  }

  #look(): void {
    for (const child of this.#children) if (child.active) child.watch()
  }
}

type StartedNode = NodeChild & { pid: number }

function nodeCommand(program: Program, options: ChildOptions): string[] {
  return [
    process.execPath,
    ...program.flags,
    // It warns of --allow-addons, which is chosen here on purpose.
    '--disable-warning=PERM0001',
    `--max-old-space-size=${options.heapMb ?? program.heapMb ?? Math.floor(memoryOf(program, options) * 0.75)}`,
    '--permission',
    ...(program.addons ? ['--allow-addons'] : []),
    ...(program.workers ? ['--allow-worker'] : []),
    ...(program.preload === null ? [] : [`--require=${program.preload}`]),
    ...[...program.readable, ...(options.folder ? [options.folder] : [])].map(path => `--allow-fs-read=${path}`),
    ...(options.writes ? [`--allow-fs-write=${options.writes.folder}`] : []),
    ...(options.nodeFlags ?? []),
    program.entry,
    ...(options.args ?? []),
  ]
}

function memoryOf(program: Program, { rssMb }: ChildOptions): number {
  return rssMb ?? program.memoryMb
}

async function startNode([file, ...args]: string[], folder: string): Promise<StartedNode> {
  const node = spawnNode(file!, args, {
    cwd: folder,
    env: {},
    detached: leadsGroup,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    windowsHide: true,
  })
  await once(node, 'spawn')
  return node as StartedNode
}
