import { childProcesses, definePlugin } from '@svc/plugin'
import { appBuilder, sandbox } from '@svc/plugin/contracts/sandbox'
import { AppCompiler } from './app-compiler.ts'
import { BuildCache } from './build-cache.ts'
import { BuildHost } from './build-host.ts'
import type { SandboxConfig } from './config.ts'
import { HostPool } from './host-pool.ts'
import { SandboxRunner } from './sandbox-runner.ts'

export const plugin = definePlugin<SandboxConfig>()({
  id: 'sandbox',
  uses: { children: childProcesses },
  setup({ children }, env) {
    const pool = new HostPool(children, env.config, env.log)
    env.onStop(() => pool.close())
    const buildHost = new BuildHost(children, env.log)
    env.onStop(() => buildHost.close())
    const cache = new BuildCache(env.config.cache_folder, env.log)
    env.provide(sandbox, new SandboxRunner(pool, env.config, env.clock))
    env.provide(appBuilder, new AppCompiler(buildHost, cache, () => pool.warmUp()))
  },
})
