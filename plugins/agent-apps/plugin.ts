import {
  callers,
  callerScopes,
  dataPlane,
  definePlugin,
  eventLog,
  httpServer,
  jobQueue,
  jobSchedules,
  optional,
  toolBindings,
  workspaceMarks,
} from '@svc/plugin'
import type { NewEvent, Principal } from '@svc/plugin'
import { appFolders } from '@svc/plugin/contracts/app-folders'
import { agentApps, appPlaybooks } from '@svc/plugin/contracts/agent-apps'
import { exportSources } from '@svc/plugin/contracts/export'
import { models } from '@svc/plugin/contracts/models'
import { appBuilder, sandbox } from '@svc/plugin/contracts/sandbox'
import { toolCatalog, toolSources } from '@svc/plugin/contracts/tools'
import type { AgentAppsConfig } from './generated/config.ts'
import { AppCatalog } from './catalog/app-catalog.ts'
import { AppEvents } from './catalog/app-events.ts'
import { appWorkbench } from './cli/app-workbench.ts'
import { EarlierRuns } from './playbooks/earlier-runs.ts'
import { PlaybookRuns } from './playbooks/playbook-runs.ts'
import { appRoutes } from './routes/app-routes.ts'
import { runRoutes } from './routes/run-routes.ts'
import { sandboxedToolRoutes } from './routes/sandboxed-tool-routes.ts'
import { runExport } from './runs/run-export.ts'
import { RunHistory } from './runs/run-history.ts'
import { RunQueue, runJobKind } from './runs/run-queue.ts'
import { RunRecorder } from './runs/run-recorder.ts'
import { RunService } from './runs/run-service.ts'
import { RunStore } from './runs/run-store.ts'
import { scheduleJobKind, Schedules } from './schedules/schedules.ts'
import { FolderTools } from './tools/folder-tools.ts'
import { SandboxedTools } from './tools/sandboxed-tools.ts'
import { ToolGraph } from './tools/tool-graph.ts'

export const plugin = definePlugin<AgentAppsConfig>()({
  id: 'agent-apps',
  uses: {
    data: dataPlane,
    jobs: jobQueue,
    timetable: jobSchedules,
    events: eventLog,
    http: httpServer,
    callers,
    callerScopes,
    sandbox,
    builder: appBuilder,
    models: optional(models),
    tools: optional(toolCatalog),
    bindings: toolBindings,
    marks: workspaceMarks,
  },
  setup(
    { data, jobs, timetable, events, http, callers, callerScopes, sandbox, builder, models, tools, bindings, marks },
    env,
  ) {
    const { config, clock, ids, log, signal } = env
    const graph: ToolGraph = new ToolGraph({
      definition: (kind, name) => catalog.peek(name, kind)?.app?.definition ?? null,
      bindings,
    })
    const otherTools = () => tools && tools.list(null).filter(tool => tool.plugin !== env.id)
    const toolNames = () => {
      const names = otherTools()?.map(tool => tool.name)
      return names ? new Set(names) : null
    }
    const appEvents = new AppEvents({ events, owner: () => callers.operator(), log })
    // A worker and a command see the same folders; once is enough.
    const publish = (event: NewEvent) => void (env.role === 'server' && appEvents.publish(event))
    const effectOf = (tool: string) => graph.effectOf(tool)
    const catalog = new AppCatalog({ config, builder, tools: toolNames, effectOf, clock, log, publish, signal })
    env.onStop(() => catalog.close())

    const isWorker = env.role === 'worker'
    const store: RunStore = new RunStore(data, {
      log: events,
      processId: isWorker ? `worker:${ids.secret(12)}` : ids.secret(12),
      now: () => clock.timestamp(),
      sweeps: !isWorker,
      onSwept: workspaceId => void history.settleAll(workspaceId),
    })
    const recorder = new RunRecorder(store, { clock, log, keepRuns: config.keep_runs })
    const contributed = env.contributions(appPlaybooks)
    const playbooks = new PlaybookRuns({
      playbooks: () => contributed()[0]?.value,
      outputCheck: name => catalog.peek(name, 'app')?.app?.definition.validateOutput ?? null,
      store,
      callerScopes,
      marks: marks.of('playbook-runs'),
      ids,
      clock,
      log,
    })
    const history = new RunHistory({ store, recorder, jobs, playbooks, log })
    const services = {
      http,
      models,
      tools,
      callerScopes,
      callerNow: (principal: Principal) => callers.resume(callers.save(principal)),
      clock,
      scopesOf: (tool: string) => graph.scopesFor(tool),
    }
    const runs = new RunService({
      catalog,
      recorder,
      sandbox,
      services,
      graph,
      disabledApps: config.disabled_apps,
      playbooks,
      earlier: new EarlierRuns({ store, recorder, playbooks, clock }),
      ids,
      clock,
      log,
    })
    const disabled = config.disabled_apps
    const sandboxed = new SandboxedTools({ catalog, sandbox, services, graph, disabled, ids, clock })
    env.contribute(exportSources, runExport(history))
    env.contribute(appFolders, config.folder)
    env.contribute(toolSources, new FolderTools({ catalog, runs, sandboxed, graph, disabled, log }))
    const queue = new RunQueue({ runs, recorder, store, jobs, callers, ids, clock })
    signal.addEventListener('abort', () => runs.stopAll(), { once: true })

    env.provide(agentApps, runs)
    env.job(runJobKind, queue.handle)
    const schedules = new Schedules({
      enabled: config.schedules_enabled,
      catalog,
      jobs,
      schedules: timetable,
      queue,
      store,
      principal: () => callers.operator(),
      clock,
      ids,
      log,
      signal,
    })
    env.job(scheduleJobKind, schedules.handle)
    env.routes(app => {
      appRoutes(app, { catalog, runs, queue, history, schedules })
      runRoutes(app, history)
      sandboxedToolRoutes(app, { catalog, disabled })
    })
    env.provide(appWorkbench, { config, builder, sandbox, models, tools, effectOf, clock, ids, log })
    events.onCommitted((workspaceId, isForeign) => playbooks.look(workspaceId, isForeign))
    env.onWorkspaceClosed(workspaceId => {
      store.forget(workspaceId)
      playbooks.forget(workspaceId)
    })
    env.onStart(async () => {
      await catalog.open()
      if (env.role !== 'server') return
      schedules.start()
      // Each workspace is opened for it: the server is ready before.
      void playbooks.lookEverywhere(signal).catch((error: unknown) => {
        log.warn({ err: error }, 'the workspaces with runs of apps that are playbooks cannot be read')
      })
    })
  },
})
