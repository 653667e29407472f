import { asCalled, calledAs } from '@svc/plugin/library/called-as'
import { flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { counted } from '@svc/plugin/contracts/cli'
import { SvcError } from '@svc/plugin'
import { BootError, createKernel, exitCodes, programsIn, readKernelConfiguration } from '../../kernel/index.ts'
import type { WorkerReport } from '../../kernel/index.ts'
import { jobOrigin } from './job-origin.ts'
import { awaitServer, linkedServer } from './link/linked-server.ts'
import { usageOf, workerFlags } from './worker-flags.ts'
import type { WorkerFlags } from './worker-flags.ts'

const failed = 1
const wrongUse = 2
const interrupted = 130

/** Runs jobs until the process is asked to end. */
export async function runWorker(process: NodeJS.Process): Promise<void> {
  const flags = workerFlags(process.argv.slice(2))
  if (flags.help) return void process.stdout.write(`${usageOf(calledAs(process.env))}\n`)
  if (flags.faults.length > 0) {
    process.stderr.write(`svc worker: ${flags.faults.join('\nsvc worker: ')}\nRun with --help to see how it is used.\n`)
    process.exitCode = wrongUse
    return
  }
  const stopping = new AbortController()
  stopOnSignal(process, () => stopping.abort())
  try {
    await work(process, flags, stopping.signal)
    process.exit()
  } catch (error) {
    if (!stopping.signal.aborted) printError(process, error)
    process.exit()
  }
}

async function work(process: NodeJS.Process, flags: WorkerFlags, signal: AbortSignal): Promise<void> {
  const { env } = process
  const cwd = process.cwd()
  const config = await readKernelConfiguration({ flags: flags.settings, env, cwd })
  const { source, place, link } = jobOrigin(env, config)
  const note = (text: string): void => void process.stderr.write(`svc worker: ${asCalled(text, process.env)}\n`)
  if (source === 'server') await awaitServer(link, note, signal)
  const ended = Promise.withResolvers<never>()
  // A start that fails for the same reason has printed it already.
  ended.promise.catch(() => undefined)
  const server = linkedServer(link, error => ended.reject(mismatch(error)))
  const kernel = createKernel({
    flags: flags.settings,
    env,
    cwd,
    builtinPlugins: fileURLToPath(new URL('../../plugins', import.meta.url)),
    childPrograms: programsIn(new URL('../../apps/', import.meta.url)),
    listen: false,
    worker: { source, place, server, queues: flags.queues, concurrency: flags.concurrency },
  })
  try {
    const { worker } = await kernel.start()
    if (worker) process.stdout.write(`${flags.json ? JSON.stringify(worker) : readyLine(worker)}\n`)
    // Kept now, so that the next start is quick even when this process is killed.
    flushCompileCache()
    await Promise.race([aborted(signal), ended.promise])
  } finally {
    await kernel.stop()
    await link.close()
  }
}

/** The server is of another version by now: this process is to end. */
function mismatch(cause: Error): BootError {
  return new BootError(exitCodes.mismatch, [{ where: 'worker', message: cause.message, frame: null }], { cause })
}

function readyLine({ worker_id, queues, kinds, left_kinds, concurrency, place, source }: WorkerReport): string {
  const lines = queues === null ? 'every queue' : `the queues ${queues.join(', ')}`
  const at = place === 'home' ? 'on its home' : 'away from its home'
  const ready = `${worker_id} is ready: ${counted(concurrency, 'job')} at a time from ${source}, ${at}; ${lines}; kinds ${kinds.join(', ') || '(none)'}`
  if (left_kinds.length === 0) return ready
  return `${ready}\nIt cannot run ${left_kinds.join(', ')}: they need the files of the home. For those start a worker on the home's machine, with SVC_HOME and without SVC_BASE_URL and SVC_API_KEY.`
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
}

function stopOnSignal(process: NodeJS.Process, stop: () => void): void {
  let interrupts = 0
  const onSignal = (signal: NodeJS.Signals): void => {
    if (signal === 'SIGINT') interrupts += 1
    // A second Ctrl-C ends the process at once.
    if (interrupts > 1) process.exit(interrupted)
    stop()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

/** Prints a refusal as it is, and anything else with its stack, because that is a bug of svc. */
function printError(process: NodeJS.Process, error: unknown): void {
  process.exitCode = error instanceof BootError ? error.exitCode : failed
  if (error instanceof BootError) process.stderr.write(`${asCalled(error.message, process.env)}\n`)
  else if (error instanceof SvcError) process.stderr.write(`svc worker: ${asCalled(error.message, process.env)}\n`)
  else process.stderr.write(`svc worker failed: ${error instanceof Error ? error.stack : String(error)}\n`)
}
