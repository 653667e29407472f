import { asCalled, calledAs } from '@svc/plugin/library/called-as'
import { flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { BootError, createKernel, programsIn } from '../../kernel/index.ts'
import type { Kernel } from '../../kernel/index.ts'
import { banner, pluginTable } from './banner.ts'
import { parseFlags, usageOf } from './parse-flags.ts'

const failed = 1
const wrongUse = 2
const interrupted = 130

/** Starts the server, says that it is ready, and stops it when the process is asked to end. */
export async function runServer(process: NodeJS.Process): Promise<void> {
  const parsed = parseFlags(process.argv.slice(2))
  if (parsed.help) return print(process, usageOf(calledAs(process.env)))
  if (parsed.faults.length > 0) {
    process.stderr.write(`svc: ${parsed.faults.join('\nsvc: ')}\nRun with --help to see how it is used.\n`)
    process.exitCode = wrongUse
    return
  }
  const kernel = createKernel({
    flags: parsed.flags,
    env: process.env,
    cwd: process.cwd(),
    builtinPlugins: fileURLToPath(new URL('../../plugins', import.meta.url)),
    childPrograms: programsIn(new URL('../../apps/', import.meta.url)),
    listen: true,
    onLost(error) {
      printError(process, error)
      process.exit()
    },
  })
  const isStopping = stopOnSignal(process, kernel)
  try {
    const report = await kernel.start()
    const text = `${pluginTable(report, parsed.verbose)}${banner(report, calledAs(process.env))}`
    print(process, asCalled(text, process.env))
    // Kept now, so that the next start is quick even when this process is killed.
    flushCompileCache()
  } catch (error) {
    if (isStopping()) return
    printError(process, error)
  }
}

function stopOnSignal(process: NodeJS.Process, kernel: Kernel): () => boolean {
  let isStopping = false
  let interrupts = 0
  const stop = (signal: NodeJS.Signals): void => {
    if (signal === 'SIGINT') interrupts += 1
    // A second Ctrl-C ends the process at once. A second SIGTERM does not: service managers send
    // it to the whole group, and the program that started us passes it on.
    if (interrupts > 1) process.exit(interrupted)
    if (isStopping) return
    isStopping = true
    void kernel.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        printError(process, error)
        process.exit(failed)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return () => isStopping
}

function print(process: NodeJS.Process, text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Prints a refusal as it is, and anything else with its stack, because that is a bug of svc. */
function printError(process: NodeJS.Process, error: unknown): void {
  process.exitCode = error instanceof BootError ? error.exitCode : failed
  if (error instanceof BootError) process.stderr.write(`${asCalled(error.message, process.env)}\n`)
  else process.stderr.write(`svc could not start: ${error instanceof Error ? error.stack : String(error)}\n`)
}
