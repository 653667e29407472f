import {
  auditLog,
  callers,
  callerScopes,
  childProcesses,
  dataPlane,
  definePlugin,
  egress,
  eventLog,
  FairTurns,
  httpServer,
  jobQueue,
  metrics,
  optional,
  sealer,
  workspaceMarks,
} from '@svc/plugin'
import { agentApps, appPlaybooks } from '@svc/plugin/contracts/agent-apps'
import { turns as conversationTurns } from '@svc/plugin/contracts/conversations'
import { exportSources } from '@svc/plugin/contracts/export'
import { models } from '@svc/plugin/contracts/models'
import { approvals, approvalSources, toolCatalog, toolSources } from '@svc/plugin/contracts/tools'
import { Decisions } from './approvals/decisions.ts'
import { RunApprovals } from './approvals/run-approvals.ts'
import { playbookWorkbench } from './cli/playbook-workbench.ts'
import { WorkspaceChecks } from './definitions/checks/workspace-checks.ts'
import { FolderEvents } from './definitions/folder-events.ts'
import { PlaybooksOfApps } from './tools/app-playbooks.ts'
import { PlaybookTools, playbookStatus } from './tools/playbook-tools.ts'
import type { PlaybooksConfig } from './generated/config.ts'
import { Retention } from './limits/retention.ts'
import { PlaybookFolders } from './definitions/playbook-folders.ts'
import { Playbooks } from './definitions/playbooks.ts'
import { DryRuns } from './dry-runs/dry-runs.ts'
import { RunEffects } from './effects/run-effects.ts'
import { JqProcesses } from './expressions/jq-processes.ts'
import { usualJournalBytes, usualLimits } from './interpreter/limits.ts'
import { journalStore } from './journal/journal-store.ts'
import { EventWatch } from './listening/event-watch.ts'
import { PublishedEvents } from './listening/published-events.ts'
import { decisionRoutes } from './routes/decision-routes.ts'
import { dryRunRoutes } from './routes/dry-run-routes.ts'
import { eventRoutes } from './routes/event-routes.ts'
import { playbookRoutes } from './routes/playbook-routes.ts'
import { secretRoutes } from './routes/secret-routes.ts'
import { runRoutes } from './routes/run-routes.ts'
import { Advance } from './runs/advance.ts'
import { advanceJobKind, Dispatcher } from './runs/dispatcher.ts'
import type { AdvancePayload } from './runs/dispatcher.ts'
import { schemaFault } from './runs/check-inputs.ts'
import { Secrets } from './secrets/secrets.ts'
import { Scheduler } from './schedules/scheduler.ts'
import { Schedules } from './schedules/schedules.ts'
import { playbookRunExport } from './runs/run-export.ts'
import { RunStarter } from './runs/run-starter.ts'
import { measureRuns } from './runs/measure-runs.ts'
import { RunWatch } from './runs/run-watch.ts'
import { Runs } from './runs/runs.ts'

/** Folders belong to no workspace. */
const ofServer = 'playbooks'

export const plugin = definePlugin<PlaybooksConfig>()({
  id: 'playbooks',
  uses: {
    audit: auditLog,
    apps: optional(agentApps),
    approvals: optional(approvals),
    callers,
    callerScopes,
    children: childProcesses,
    conversations: optional(conversationTurns),
    data: dataPlane,
    events: eventLog,
    http: httpServer,
    jobs: jobQueue,
    marks: workspaceMarks,
    metrics,
    models: optional(models),
    network: egress,
    sealer,
    tools: optional(toolCatalog),
  },
  setup(services, env) {
    const { audit, callers, children, data, events, jobs, marks, network, approvals } = services
    const { clock, config, ids, log, role, signal } = env
    const jq = new JqProcesses({ children })
    env.onStop(() => jq.close())
    const dispatcher = new Dispatcher({ data, marks, jobs, clock, log, signal })
    const watch = new RunWatch(clock)
    const wake = (workspaceId: string): void => dispatcher.wake(workspaceId)
    const folderEvents = new FolderEvents({ events, callers, log })
    const folders = new PlaybookFolders({
      folder: services.apps?.folder,
      readable: (programs, variables) => jq.unreadable(ofServer, programs, variables),
      changed: change => folderEvents.publish(change),
      log,
    })
    const playbooks = new Playbooks({
      folders,
      checks: new WorkspaceChecks({ data, tools: services.tools, apps: services.apps }),
      log,
      data,
      audit,
      readable: workspaceId => (programs, variables) => jq.unreadable(workspaceId, programs, variables),
      ids,
      clock,
    })
    const starter: RunStarter = new RunStarter({
      data,
      marks,
      events,
      callers,
      wake,
      cancelHere: (runId, reason) => advance.cancel(runId, reason),
      ids,
      clock,
      maxInputBytes: usualLimits.valueBytes,
      maxLiveRuns: config.max_live_runs,
    })
    const cancel = (workspaceId: string, runId: string, reason: string): void =>
      runs.cancelIfLive(workspaceId, runId, reason)
    const turns = new FairTurns({
      most: config.max_steps,
      mostEach: config.max_steps_each,
      refusal: 'Too many calls of playbooks wait.',
    })
    const secrets = new Secrets({ data, sealer: services.sealer, audit, clock })
    const reach = {
      ...services,
      secrets,
      turns,
      ids,
      clock,
      egress: network,
      playbooks,
      starter,
      wake,
      cancel,
      say: (runId: string, task: string, delta: string | null) => watch.say(runId, task, delta),
      now: () => clock.now(),
    }
    const advance: Advance = new Advance({
      data,
      expressionsFor: workspaceId => jq.for(workspaceId),
      effectsFor(run, workspaceId, metadata) {
        const effects = new RunEffects(reach, run, workspaceId, metadata)
        return { effects, secrets: names => effects.secrets(names) }
      },
      schemaFault,
      limits: { ...usualLimits, tasks: config.max_task_executions, journalBytes: usualJournalBytes },
      runtime: { name: 'svc', version: '1.0.0' },
      events,
      meter: measureRuns(services.metrics, () => advance),
      onCommitted: (_workspaceId, runId) => watch.changed(runId),
      onEnded(workspaceId, { id, trigger }) {
        if (trigger === 'app') services.apps?.playbookEnded(workspaceId, id)
      },
      wake,
      random: Math.random,
      ids,
      clock,
      log,
    })
    const runs: Runs = new Runs({
      data,
      marks,
      playbooks,
      starter,
      advance,
      watch,
      events,
      toolApprovals: approvals,
      wake,
      withdraw: (workspaceId, run, frame, reason) =>
        new RunEffects(reach, run, workspaceId, undefined).withdraw(frame, reason),
      ids,
      clock,
    })
    const eventWatch = new EventWatch({
      data,
      marks,
      events,
      clock,
      log,
      signal,
      nudged(workspaceId, runId) {
        advance.nudge(runId)
        wake(workspaceId)
      },
    })
    const scheduler = new Scheduler({
      data,
      marks,
      events,
      callers,
      starter,
      playbook: (workspaceId, id) => playbooks.forStart(workspaceId, id),
      expressionsFor: workspaceId => jq.for(workspaceId),
      clock,
      log,
      signal,
    })
    const look = (workspaceId: string): void => {
      scheduler.look(workspaceId)
      // Without its schedule nothing may wait there.
      wake(workspaceId)
    }
    const schedules = new Schedules({ data, playbooks, callers, audit, events, marks, clock, look })
    const keep = { days: config.keep_days, runs: config.keep_runs }
    const retention = new Retention({ data, marks, keep, clock, log, signal })
    const published = new PublishedEvents({ data, events, marks, ids, clock })
    approvals?.onSettled((workspaceId, { origin }) => {
      if (origin.kind !== 'playbook') return
      data.use(workspaceId, db => journalStore.nudge(db, { run_id: origin.run_id, now: clock.now() }))
      advance.nudge(origin.run_id)
      wake(workspaceId)
    })
    // A job that an older version of svc has made does not say how often the run was claimed.
    env.job<Partial<AdvancePayload> & { run_id: string }>(advanceJobKind, ({ payload, ...job }) =>
      advance.run({ claims: Number.MAX_SAFE_INTEGER, ...job, ...payload }),
    )
    const decisions = new Decisions({
      data,
      events,
      audit,
      tools: approvals,
      clock,
      changed(workspaceId, runId) {
        advance.nudge(runId)
        watch.changed(runId)
        wake(workspaceId)
      },
    })
    env.contribute(approvalSources, new RunApprovals({ data, scopes: services.callerScopes, decisions, clock }))
    env.contribute(appPlaybooks, new PlaybooksOfApps({ data, folders, runs }))
    const ownTools = new PlaybookTools({ data, folders, playbooks, runs, catalog: services.tools, clock, log })
    env.contribute(toolSources, ownTools)
    env.onWorkspaceClosed(workspaceId => {
      for (const each of [dispatcher, eventWatch, scheduler, playbooks, ownTools]) each.forget(workspaceId)
    })
    env.tool<{ run_id: string }>('playbook_status', ({ run_id }, context) =>
      Promise.resolve(playbookStatus(runs, run_id, context)),
    )
    const dryRuns = new DryRuns({ playbooks, expressionsFor: workspaceId => jq.for(workspaceId), ids, clock })
    const atTheTerminal = { workspace_id: ofServer, user_id: 'you', username: 'you' }
    env.provide(playbookWorkbench, {
      check: ({ source, folder }) => playbooks.read(ofServer, { source }, folder),
      dryRun: ({ source, folder }, tried, signal) =>
        dryRuns.run({ given: { source }, folder }, tried, { principal: atTheTerminal, signal }),
    })
    env.contribute(exportSources, playbookRunExport(runs))
    env.routes(app => {
      playbookRoutes(app, playbooks, schedules)
      runRoutes(app, runs)
      decisionRoutes(app, decisions)
      dryRunRoutes(app, dryRuns)
      eventRoutes(app, published)
      secretRoutes(app, secrets)
    })
    if (role === 'server')
      env.onStart(async () => {
        await dispatcher.start()
        // A worker beside the server has let a run wait: its own timer ends with it.
        events.onCommitted((workspaceId, isForeign) => void (isForeign && wake(workspaceId)))
        marks.onOpened(workspaceId => {
          eventWatch.look(workspaceId)
          scheduler.look(workspaceId)
        })
        const workspaceIds = await marks.list()
        eventWatch.start(workspaceIds)
        scheduler.start(workspaceIds)
        retention.start()
      })
  },
})
