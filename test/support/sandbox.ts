import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HardenedChildProcesses } from '../../kernel/children/index.ts'
import { systemClock } from '../../kernel/services/index.ts'
import { childPrograms } from '../rooms/kernel.ts'
import { noMetrics } from '../rooms/open-rooms.ts'
import { AppCompiler } from '../../plugins/sandbox/building/app-compiler.ts'
import { BuildCache } from '../../plugins/sandbox/building/build-cache.ts'
import { BuildHost } from '../../plugins/sandbox/building/build-host.ts'
import { SandboxMetrics } from '../../plugins/sandbox/running/sandbox-metrics.ts'
import { openHosts, openJsonThread, SandboxRunner } from '../../plugins/sandbox/running/sandbox-runner.ts'
import type { SandboxConfig } from '../../plugins/sandbox/generated/config.ts'
import type { Logger } from '@svc/plugin'
import type {
  AppBuilder,
  AppBundle,
  Sandbox,
  SandboxLimits,
  SandboxRun,
  SourceFolder,
} from '@svc/plugin/contracts/sandbox'

export const defaultLimits: SandboxLimits = {
  timeout_ms: 30_000,
  cpu_ms: 1000,
  memory_mb: 64,
  output_bytes: 1024 * 1024,
  call_argument_bytes: 256 * 1024,
  calls: 1000,
  calls_in_flight: 32,
  log_bytes: 256 * 1024,
}

export const defaultConfig: Omit<SandboxConfig, 'cache_folder'> = {
  max_hosts: 2,
  warm_hosts: 0,
  runs_per_host: 1000,
  max_queued_runs: 256,
  max_timeout_ms: 600_000,
  max_cpu_ms: 10_000,
  max_memory_mb: 512,
  max_output_bytes: 4 * 1024 * 1024,
  max_calls: 10_000,
}

export interface TestSandbox {
  builder: AppBuilder
  runner: Sandbox
  /** Process ids of the hosts that runs were given, the latest last. */
  hosts: number[]
  /** What children and plugin logged. */
  logged: { level: string; fields: object; message: string }[]
  /** Compiles sources held in memory. */
  build(files: Record<string, string>, entry?: string): Promise<AppBundle>
  /** Compiles `main.ts` and runs it, with the default limits where none are given. */
  run(
    main: string,
    run?: Partial<Omit<SandboxRun, 'limits'>> & { limits?: Partial<SandboxLimits> },
  ): ReturnType<Sandbox['run']>
  close(): Promise<void>
}

/** Of the sandboxes that are open. */
const openLogs = new Set<TestSandbox['logged']>()
const compilerLog = testLog({ push: line => openLogs.forEach(logged => logged.push(line)) })
/** One for all sandboxes of this process, with which it ends: it keeps nothing of a source, and takes longer to start than most runs. */
const compiler = new BuildHost(
  new HardenedChildProcesses({
    programs: childPrograms(),
    log: compilerLog,
    signal: new AbortController().signal,
  }),
  compilerLog,
)

/** The sandbox plugin's parts on the kernel's real child processes. */
export async function startTestSandbox(settings: Partial<SandboxConfig> = {}): Promise<TestSandbox> {
  const home = await mkdtemp(join(tmpdir(), 'svc-sandbox-'))
  const config: SandboxConfig = { cache_folder: join(home, 'cache'), ...defaultConfig, ...settings }
  const logged: TestSandbox['logged'] = []
  openLogs.add(logged)
  const log = testLog(logged)
  const stop = new AbortController()
  const children = new HardenedChildProcesses({
    programs: childPrograms(),
    log,
    signal: stop.signal,
  })
  const pool = openHosts(children, config)
  const hosts: number[] = []
  const take: typeof pool.take = async use => {
    const host = await pool.take(use)
    hosts.push(host.child.pid)
    return host
  }
  const builder = new AppCompiler(compiler, new BuildCache(config.cache_folder, log), () => pool.warm())
  const runner = new SandboxRunner({
    hosts: { take },
    json: openJsonThread(children),
    config,
    clock: systemClock,
    metrics: new SandboxMetrics(noMetrics),
  })
  const build: TestSandbox['build'] = (files, entry = 'main.ts') => builder.build(sourceFolder(files), entry)
  return {
    builder,
    runner,
    hosts,
    logged,
    build,
    async run(main, run = {}) {
      return runner.run({
        bundle: run.bundle ?? (await build({ 'main.ts': main })),
        workspace_id: 'ws_test',
        run_id: 'run_test',
        inputs: {},
        config: {},
        capabilities: {},
        signal: new AbortController().signal,
        onLog: () => undefined,
        onProgress: () => undefined,
        ...run,
        limits: { ...defaultLimits, ...run.limits },
      })
    },
    async close() {
      openLogs.delete(logged)
      await pool.close()
      stop.abort()
      await children.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

export function sourceFolder(files: Record<string, string>): SourceFolder {
  const bytes = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const)
  return { files: new Map(bytes), hash: JSON.stringify(files) }
}

export function testLog(logged: { push(line: TestSandbox['logged'][number]): void }): Logger {
  const at = (level: string) => (fields: object, message: string) => void logged.push({ level, fields, message })
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
