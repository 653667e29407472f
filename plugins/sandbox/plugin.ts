import { childProcesses, definePlugin, metrics } from '@svc/plugin'
import { appBuilder, sandbox } from '@svc/plugin/contracts/sandbox'
import { AppCompiler } from './app-compiler.ts'
import { BuildCache } from './build-cache.ts'
import { BuildHost } from './build-host.ts'
import type { SandboxConfig } from './generated/config.ts'
import { HostPool } from './host-pool.ts'
import { PoolMetrics } from './pool-metrics.ts'
import { SandboxRunner } from './sandbox-runner.ts'

export const plugin = definePlugin<SandboxConfig>()({
  id: 'sandbox',
  uses: { children: childProcesses, metrics },
  setup({ children, metrics }, env) {
    const numbers = new PoolMetrics(metrics)
    const pool = new HostPool(children, env.config, env.log, numbers)
    numbers.watch(pool)
    env.onStop(() => pool.close())
    const buildHost = new BuildHost(children, env.log)
    env.onStop(() => buildHost.close())
    const cache = new BuildCache(env.config.cache_folder, env.log)
    env.provide(sandbox, new SandboxRunner(pool, env.config, env.clock, numbers))
    env.provide(appBuilder, new AppCompiler(buildHost, cache, () => pool.warmUp()))
  },
})
