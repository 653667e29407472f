import { apiKeys, dataPlane, definePlugin, httpServer, jobQueue, optional, users, workspaces } from '@svc/plugin'
import { agentApps } from '@svc/plugin/contracts/agent-apps'
import { cliCommands } from '@svc/plugin/contracts/cli'
import { models } from '@svc/plugin/contracts/models'
import { appBuilder, sandbox } from '@svc/plugin/contracts/sandbox'
import { toolCatalog } from '@svc/plugin/contracts/tools'
import type { AgentAppsConfig } from './agent-apps-config.ts'
import { AppCatalog } from './catalog/app-catalog.ts'
import { appCommands } from './cli/app-commands.ts'
import { appRoutes } from './routes/app-routes.ts'
import { runRoutes } from './routes/run-routes.ts'
import { RunHistory } from './runs/run-history.ts'
import { RunQueue, runJobKind } from './runs/run-queue.ts'
import { RunRecorder } from './runs/run-recorder.ts'
import { RunService } from './runs/run-service.ts'
import { RunStore } from './runs/run-store.ts'
import { firstOwner } from './schedules/first-owner.ts'
import { Schedules } from './schedules/schedules.ts'

export const plugin = definePlugin<AgentAppsConfig>()({
  id: 'agent-apps',
  uses: {
    data: dataPlane,
    jobs: jobQueue,
    http: httpServer,
    people: users,
    places: workspaces,
    keys: apiKeys,
    sandbox,
    builder: appBuilder,
    models: optional(models),
    tools: optional(toolCatalog),
  },
  setup({ data, jobs, http, people, places, keys, sandbox, builder, models, tools }, env) {
    const { config, clock, ids, log, signal } = env
    const toolNames = () => (tools ? new Set(tools.list().map(tool => tool.name)) : null)
    const catalog = new AppCatalog({ config, builder, tools: toolNames, clock, log, signal })
    env.onStop(() => catalog.close())

    const store = new RunStore(data, ids.secret(12), () => clock.timestamp())
    const recorder = new RunRecorder(store, { clock, log, keepRuns: config.keep_runs })
    const services = { http, models, tools, clock }
    const runs = new RunService({
      catalog,
      recorder,
      sandbox,
      services,
      disabledApps: config.disabled_apps,
      ids,
      clock,
      log,
    })
    const queue = new RunQueue({ runs, recorder, store, jobs, directory: { people, places, keys }, ids, clock })
    signal.addEventListener('abort', () => runs.stopAll(), { once: true })

    env.provide(agentApps, runs)
    env.job(runJobKind, queue.handle)
    env.routes(app => {
      appRoutes(app, { catalog, runs, queue })
      runRoutes(app, new RunHistory(store, recorder, jobs))
    })
    for (const command of appCommands({ config, builder, sandbox, models, tools, clock, ids, log }))
      env.contribute(cliCommands, command)
    env.onStart(async () => {
      const principal = () => firstOwner(people, places)
      if (config.schedules_enabled) new Schedules({ catalog, queue, store, principal, clock, ids, log, signal }).start()
      await catalog.open()
    })
  },
})
