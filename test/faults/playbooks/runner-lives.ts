import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { TaskList } from '../../../plugins/playbooks/definitions/workflow.ts'
import { temporaryFolder } from '../../rooms/planes.ts'
import type { FaultPoint } from '../../support/programs/fault-points.ts'
import { startWatchedProcess } from '../../support/programs/watched-process.ts'
import { repositoryRoot } from '../../support/repository.ts'
import { listenLocally } from '../../support/servers/local-server.ts'
import type { LocalServer } from '../../support/servers/local-server.ts'
import type { RunnerTask } from './kill-runner.ts'

/** What reached the world. */
export interface Sent {
  path: string
  key: string
}

export interface RunnerEnd {
  status: string
  output: string | null
  error: string | null
  usage: string
  /** Of the playbooks that ran. */
  names: string[]
}

const program = `${repositoryRoot}/test/faults/playbooks/kill-runner.ts`
const faultPoints = `${repositoryRoot}/test/support/programs/fault-points.ts`
/** A life that compiles nothing lasts a quarter of a second. */
const compileCache = join(tmpdir(), 'svc-kill-runner')

/** Lives of a small program that advances runs on one home, and the world outside it, which counts. */
export class RunnerLives {
  /** What came, life by life. */
  readonly lives: Sent[][] = []
  /** Called with the place of a request in its life, from 1. False: it is killed and gets no answer. */
  onRequest: (count: number) => boolean = () => true
  /** Called when an answer has gone out. */
  onAnswered: (count: number) => void = () => undefined
  kill: () => void = () => undefined
  readonly #host: LocalServer
  readonly #folder: Awaited<ReturnType<typeof temporaryFolder>>

  private constructor(host: LocalServer, folder: Awaited<ReturnType<typeof temporaryFolder>>) {
    this.#host = host
    this.#folder = folder
  }

  static async begin(): Promise<RunnerLives> {
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        const life = lives.lives.at(-1) ?? []
        const count = life.push({ path: request.url ?? '', key: String(request.headers['idempotency-key']) })
        if (!lives.onRequest(count)) return lives.kill()
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end('{"ok":true}', () => lives.onAnswered(count))
      })
    })
    const lives: RunnerLives = new RunnerLives(await listenLocally(server), await temporaryFolder())
    return lives
  }

  get url(): string {
    return this.#host.url
  }

  get sent(): Sent[] {
    return this.lives.flat()
  }

  /** One more life. Undefined: it was killed. */
  async live(playbooks: Record<string, TaskList>, fault?: FaultPoint): Promise<RunnerEnd | undefined> {
    this.lives.push([])
    const task: RunnerTask = {
      home: this.#folder.path,
      workspaceId: `ws_${'5'.repeat(26)}`,
      life: this.lives.length,
      host: `127.0.0.1:${this.#host.port}`,
      playbooks,
    }
    const preload = fault ? [`--import=${faultPoints}`] : []
    const process_ = startWatchedProcess({
      name: 'runner',
      command: [process.execPath, '--conditions=svc-source', ...preload, program, JSON.stringify(task)],
      cwd: repositoryRoot,
      env: { NODE_COMPILE_CACHE: compileCache, ...(fault && { FAULT_POINT: JSON.stringify(fault) }) },
      readyBy: text => (text.includes('\n') ? text : undefined),
    })
    this.kill = () => process_.signal('SIGKILL')
    const { code, signal } = await process_.exited
    const isOver = code === 0
    expect({ code, signal, stderr: process_.stderr() }).toEqual(
      isOver ? { code: 0, signal: null, stderr: '' } : { code: null, signal: 'SIGKILL', stderr: '' },
    )
    return isOver ? (JSON.parse(process_.stdout()) as RunnerEnd) : undefined
  }

  async end(): Promise<void> {
    await this.#host.close()
    await this.#folder.remove()
  }
}
