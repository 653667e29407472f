import { availableParallelism } from 'node:os'
import {
  analyticsPlane,
  apiKeys,
  auditLog,
  backups,
  callers,
  childProcesses,
  dataPlane,
  egress,
  eventLog,
  httpServer,
  jobQueue,
  jobSchedules,
  memoryPlane,
  metrics,
  operatorPrograms,
  planes,
  pluginDirectory,
  sealer,
  toolBindings,
  users,
  workspaceFolders,
  workspaceMarks,
  workspaces,
} from '@svc/plugin'
import type { Clock, EventType, Ids, PluginDirectory, RouteDefinition, ToolBindings } from '@svc/plugin'
import { createAuth } from '../auth/index.ts'
import type { Auth } from '../auth/index.ts'
import { createBackups } from '../backup/index.ts'
import type { HomeBackupRoom } from '../backup/index.ts'
import { createChildProcesses, createOperatorPrograms } from '../children/index.ts'
import type { HardenedChildProcesses } from '../children/index.ts'
import type { KernelConfig } from '../config/index.ts'
import { ServiceTable } from '../container/index.ts'
import { createEgress } from '../egress/index.ts'
import { createEvents } from '../events/index.ts'
import type { Events } from '../events/index.ts'
import { createHealth } from '../health/index.ts'
import type { Health } from '../health/index.ts'
import { createHttp, defaultLimits } from '../http/index.ts'
import type { Http } from '../http/index.ts'
import { createJobs, createPostgresQueue, createWorkerJobs, queueLimits, workerRoutes } from '../jobs/index.ts'
import type { DeclaredKind, Jobs } from '../jobs/index.ts'
import type { RootLogger } from '../services/index.ts'
import { MetricsRelay, createSealer, createWorkspaceMarks } from '../services/index.ts'
import { createWorkspaceFolders } from '../planes/index.ts'
import type { Home, OpenedPlanes } from '../planes/index.ts'
import { auditEvents } from './audit-events.ts'
import type { WorkerBoot } from './worker-boot.ts'
import { workerJobsOf } from './worker-jobs.ts'

/** The kernel's rooms, open. */
export interface Rooms {
  auth: Auth
  backups: HomeBackupRoom
  events: Events
  health: Health
  http: Http
  jobs: Jobs
  /** What `svc worker` speaks to; none in a worker. */
  workerRoutes: readonly RouteDefinition[]
  children: HardenedChildProcesses
  services: ServiceTable
}

export interface OpenRoomsOptions {
  config: KernelConfig
  home: Home
  planes: OpenedPlanes
  /** Null in a server. */
  worker: WorkerBoot | null
  permissions: ReadonlySet<string>
  /** What the manifests declare. */
  eventTypes: readonly EventType[]
  /** Job kinds of every plugin that is there, running or not. */
  declaredKinds: readonly DeclaredKind[]
  childPrograms: Record<string, URL>
  version: string
  clock: Clock
  ids: Ids
  log: RootLogger
  signal: AbortSignal
  directory: PluginDirectory
  tools: ToolBindings
  /** Which plugins run. */
  features(): Record<string, boolean>
}

/** Ids of the services that {@link openRooms} puts into the table. */
export const coreServices: ReadonlySet<string> = new Set(
  [
    apiKeys,
    auditLog,
    backups,
    callers,
    childProcesses,
    dataPlane,
    egress,
    eventLog,
    httpServer,
    jobQueue,
    jobSchedules,
    memoryPlane,
    metrics,
    operatorPrograms,
    planes,
    pluginDirectory,
    sealer,
    toolBindings,
    users,
    workspaceFolders,
    workspaceMarks,
    workspaces,
  ].map(service => service.id),
)

// In kernel.sqlite: looked up anew in the workspaces' files where they are missing.
const derivedTables = ['kernel_live_workspaces', 'kernel_workspace_marks']
// Events a workspace: some 30 MB at the most.
const eventsKept = 100_000

/** Opens every room over the planes and names what plugins may use of them. */
export async function openRooms(options: OpenRoomsOptions): Promise<Rooms> {
  const { config, home, clock, ids, log, signal } = options
  const { control, data } = options.planes
  const publicUrl = config.public_url ?? null
  const basePath = config.base_path.replace(/\/+$/, '')
  const { admin_username: username, admin_password: password } = config
  const events = createEvents({
    data,
    clock,
    ids,
    log: log.child({ room: 'events' }),
    types: options.eventTypes,
    retention: { days: config.event_retention_days, count: eventsKept },
  })
  const auth: Auth = await createAuth({
    control,
    clock,
    ids,
    log: log.child({ room: 'auth' }),
    homePath: home.path,
    sessionKey: home.secrets.session_key,
    registrationEnabled: config.registration_enabled,
    secureCookies: publicUrl?.startsWith('https:') ?? false,
    basePath,
    permissions: [...options.permissions],
    admin: username && password ? { username, password } : null,
    onAudited: auditEvents({
      events: events.log,
      firstWorkspace: async () => (await auth.operator()).workspace_id,
      log: log.child({ room: 'events' }),
    }),
  })
  const numbers = new MetricsRelay()
  const http = await createHttp(
    {
      host: config.host,
      port: config.port,
      publicUrl,
      basePath,
      trustProxy: config.trust_proxy,
      metrics: numbers,
      rateLimitPerMinute: config.rate_limit_per_minute,
      version: options.version,
      auth,
      data,
      clock,
      ids,
      log: log.child({ room: 'http' }),
      features: options.features,
    },
    {
      ...defaultLimits,
      streamsPerPrincipal: config.streams_per_principal,
      byteStreamsPerPrincipal: config.answer_streams_per_principal,
    },
  )
  options.planes.followVectors(createWorkspaceMarks(data, memoryPlane.id), { recovers: options.worker === null })
  const jobsLog = log.child({ room: 'jobs' })
  const { postgres } = options.planes
  const openServerJobs = (): Jobs =>
    createJobs({
      data,
      ...(postgres === null
        ? {}
        : createPostgresQueue({
            database: postgres,
            relay: (...brought) => events.relay(...brought),
            clock,
            log: jobsLog,
          })),
      metrics: numbers,
      clock,
      ids,
      log: jobsLog,
      signal,
      workerConcurrency: config.worker_concurrency,
      workerLeaseSeconds: config.worker_lease_seconds,
      events: events.log,
      limits: queueLimits(config.job_queues),
      retention: { succeeded: config.job_retention_days, failed: config.job_failed_retention_days },
      declaredKinds: options.declaredKinds,
    })
  const jobs = options.worker
    ? createWorkerJobs({
        ...workerJobsOf(options.worker, options.planes),
        limits: queueLimits(config.job_queues),
        leaseSeconds: config.worker_lease_seconds,
        clock,
        ids,
        log: jobsLog,
        signal,
      })
    : openServerJobs()
  events.log.onCommitted(workspaceId => options.worker?.notes?.changed(workspaceId))
  const archives = createBackups({
    home: home.path,
    homeId: home.homeId,
    control,
    jobs: jobs.store,
    metrics: numbers,
    derivedTables,
    schedule: config.backup_schedule ?? null,
    keep: config.backup_keep,
    version: options.version,
    clock,
    ids,
    log: log.child({ room: 'backup' }),
    signal,
    audit: auth.audit,
    tell: async event => events.log.publish((await auth.operator()).workspace_id, event),
  })
  const children = createChildProcesses({
    programs: options.childPrograms,
    log: log.child({ room: 'children' }),
    signal,
  })

  const analytics = options.planes.openAnalytics({
    homePath: home.path,
    driver: config.analytics_driver,
    limits: { memoryMb: config.analytics_memory_mb, threads: availableParallelism() },
    children,
    log: log.child({ room: 'analytics' }),
  })

  const refused = numbers.counter('svc_egress_refusals_total', 'Outgoing requests that the address rules refused', [
    'plugin',
  ])

  const health = createHealth({
    homePath: home.path,
    planes: options.planes.planes,
    data,
    metrics: numbers,
    postgres: options.planes.postgres,
    backups: archives.service,
    version: options.version,
    clock,
    missingWalls: async () => (await children.hardening()).missing,
    depth: () => jobs.store.depth(),
    nextDue: () => jobs.store.nextDue(),
  })

  const services = new ServiceTable()
  services.shared(analyticsPlane, () => analytics)
  services.shared(apiKeys, () => auth.apiKeys)
  services.shared(auditLog, () => auth.audit)
  services.shared(backups, () => archives.service)
  services.shared(callers, () => auth.callers)
  services.shared(childProcesses, () => children)
  services.shared(dataPlane, () => data)
  services.shared(eventLog, () => events.log)
  services.shared(httpServer, () => http.server)
  services.shared(jobQueue, () => jobs.queue)
  services.shared(jobSchedules, () => jobs.schedules)
  services.shared(memoryPlane, () => options.planes.memory)
  services.shared(metrics, () => numbers)
  services.shared(operatorPrograms, () => createOperatorPrograms(signal))
  services.shared(planes, () => options.planes.planes)
  services.shared(pluginDirectory, () => options.directory)
  services.shared(toolBindings, () => options.tools)
  services.shared(users, () => auth.users)
  services.shared(workspaces, () => auth.workspaces)
  services.scoped(sealer, plugin => createSealer(home.secrets.config_key, plugin))
  services.scoped(workspaceFolders, plugin => createWorkspaceFolders(home.path, plugin))
  services.scoped(workspaceMarks, plugin => createWorkspaceMarks(data, plugin))
  // One for each plugin: its log lines name the plugin, and connections are not shared between plugins.
  services.scoped(egress, plugin =>
    createEgress({
      allow: config.egress_allow,
      log: log.child({ plugin, room: 'egress' }),
      onRefused: () => refused.add(1, { plugin }),
    }),
  )
  const linkRoutes = options.worker
    ? []
    : workerRoutes({
        store: jobs.store,
        source: jobs.source,
        version: options.version,
        schema: options.planes.schema,
        homeId: home.homeId,
        clock,
        log: jobsLog,
        appendAudit: entry => control.appendAudit(entry),
        onEvents: workspaceId => events.noticed(workspaceId),
        bringUpToDate: workspaceId => data.use(workspaceId, () => undefined),
      })
  return {
    auth,
    backups: archives,
    events,
    health,
    http,
    jobs,
    workerRoutes: linkRoutes,
    children,
    services,
  }
}
