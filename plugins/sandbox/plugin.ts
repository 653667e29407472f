import { childProcesses, definePlugin, metrics } from '@svc/plugin'
import { appBuilder, sandbox } from '@svc/plugin/contracts/sandbox'
import { AppCompiler } from './building/app-compiler.ts'
import { BuildCache } from './building/build-cache.ts'
import { BuildHost } from './building/build-host.ts'
import type { SandboxConfig } from './generated/config.ts'
import { SandboxMetrics } from './running/sandbox-metrics.ts'
import { openHosts, openJsonThread, SandboxRunner } from './running/sandbox-runner.ts'

export const plugin = definePlugin<SandboxConfig>()({
  id: 'sandbox',
  uses: { children: childProcesses, metrics },
  setup({ children, metrics }, env) {
    const numbers = new SandboxMetrics(metrics)
    const hosts = openHosts(children, env.config, exit => numbers.hostEnded(exit))
    numbers.watch(hosts)
    env.onStop(() => hosts.close())
    const json = openJsonThread(children)
    env.onStop(() => json.close())
    const buildHost = new BuildHost(children, env.log)
    env.onStop(() => buildHost.close())
    const cache = new BuildCache(env.config.cache_folder, env.log)
    env.provide(sandbox, new SandboxRunner({ hosts, json, config: env.config, clock: env.clock, metrics: numbers }))
    // What is compiled is about to run.
    env.provide(appBuilder, new AppCompiler(buildHost, cache, () => hosts.warm()))
  },
})
