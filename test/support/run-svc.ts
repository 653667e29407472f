import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { repositoryRoot } from './repository.ts'

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

/** Runs `svc` as its own process, with nothing of this one's environment but PATH. */
export async function runSvc(args: readonly string[], { cwd, env, input = '' }: SvcRunOptions): Promise<SvcRun> {
  const main = join(repositoryRoot, 'apps/cli/main.ts')
  const child = spawn(process.execPath, ['--conditions=svc-source', main, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
  })
  child.stdin.end(input)
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>(resolve => child.once('exit', resolve)),
  ])
  return { code, stdout, stderr }
}
