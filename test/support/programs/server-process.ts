import { join } from 'node:path'
import { svcProgram } from './svc-program.ts'
import { startWatchedProcess } from './watched-process.ts'
import type { WatchedProcess } from './watched-process.ts'

/** A server as `npm start` runs it; ready with the address that its banner names. */
export type ServerProcess = WatchedProcess<string>

export interface ServerProcessOptions {
  home: string
  env?: Record<string, string>
  flags?: readonly string[]
  cwd?: string
  /** A program that becomes the server, such as `unshare …`. */
  through?: readonly string[]
}

export function startServerProcess(options: ServerProcessOptions): ServerProcess {
  const { home, env, flags = [], cwd = home, through = [] } = options
  return startWatchedProcess({
    name: 'server',
    command: [...through, process.execPath, ...svcProgram('server'), ...flags],
    cwd,
    env: { SVC_HOME: home, SVC_PORT: '0', SVC_MANIFESTS: join(home, 'manifests'), ...env },
    readyBy: stdout => (stdout.includes('ready in') ? /^ *url +(http:\S+)$/m.exec(stdout)?.[1] : undefined),
  })
}
