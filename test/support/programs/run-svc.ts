import { spawn } from 'node:child_process'
import { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { svcProgram } from './svc-program.ts'

export interface SvcRun {
  code: number | null
  stdout: string
  stderr: string
}

export interface SvcRunOptions {
  cwd: string
  env: Record<string, string>
  input?: string
}

export interface SvcHereOptions extends SvcRunOptions {
  /** Aborted by what stands for Ctrl-C. */
  signal?: AbortSignal
}

/** The default port may belong to a server that a person runs on this machine, so a test that names no port takes a free one. */
const ownPort = { SVC_PORT: '0' }

/** Runs `svc` as its own process, with nothing of this one's environment but PATH. */
export async function runSvc(args: readonly string[], { cwd, env, input = '' }: SvcRunOptions): Promise<SvcRun> {
  const child = spawn(process.execPath, [...svcProgram('cli'), ...args], {
    cwd,
    env: { PATH: process.env['PATH'], ...ownPort, ...env },
  })
  child.stdin.end(input)
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>(resolve => child.once('exit', resolve)),
  ])
  return { code, stdout, stderr }
}

/**
 * Runs `svc` in this process, with nothing of its environment: the same code from the arguments to the exit code, without the start of
 * a process, which takes ten times as long as most commands.
 */
export async function runSvcHere(
  args: readonly string[],
  { cwd, env, input = '', signal = new AbortController().signal }: SvcHereOptions,
): Promise<SvcRun> {
  const { runCommand } = await import('../../../apps/cli/run-command-line.ts')
  const written = { stdout: '', stderr: '' }
  const into = (name: keyof typeof written) =>
    new Writable({
      decodeStrings: false,
      write(chunk: string | Buffer, _encoding, done) {
        written[name] += chunk.toString()
        done()
      },
    })
  const code = await runCommand(args, {
    env: { ...ownPort, ...env },
    cwd,
    stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]),
    stdout: into('stdout'),
    stderr: into('stderr'),
    interactive: false,
    signal,
  })
  return { code, ...written }
}
