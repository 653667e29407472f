import {
  apiKeys,
  auditLog,
  childProcesses,
  dataPlane,
  egress,
  httpServer,
  jobQueue,
  planes,
  pluginDirectory,
  toolBindings,
  users,
  workspaces,
} from '@svc/plugin'
import type { Clock, Ids, PluginDirectory, ToolBindings } from '@svc/plugin'
import { createAuth } from '../auth/index.ts'
import type { Auth } from '../auth/index.ts'
import { createChildProcesses } from '../children/index.ts'
import type { HardenedChildProcesses } from '../children/index.ts'
import type { KernelConfig } from '../config/index.ts'
import { ServiceTable } from '../container/index.ts'
import { createEgress } from '../egress/index.ts'
import { createHttp } from '../http/index.ts'
import type { Http } from '../http/index.ts'
import { createJobs } from '../jobs/index.ts'
import type { Jobs } from '../jobs/index.ts'
import type { RootLogger } from '../log/index.ts'
import type { Home, OpenedPlanes } from '../planes/index.ts'

/** The kernel's rooms, open. */
export interface Rooms {
  auth: Auth
  http: Http
  jobs: Jobs
  children: HardenedChildProcesses
  services: ServiceTable
}

export interface OpenRoomsOptions {
  config: KernelConfig
  home: Home
  planes: OpenedPlanes
  permissions: ReadonlySet<string>
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
    childProcesses,
    dataPlane,
    egress,
    httpServer,
    jobQueue,
    planes,
    pluginDirectory,
    toolBindings,
    users,
    workspaces,
  ].map(service => service.id),
)

/** Opens every room over the planes and names what plugins may use of them. */
export async function openRooms(options: OpenRoomsOptions): Promise<Rooms> {
  const { config, home, clock, ids, log, signal } = options
  const { control, data } = options.planes
  const publicUrl = config.public_url ?? null
  const basePath = config.base_path.replace(/\/+$/, '')
  const { admin_username: username, admin_password: password } = config
  const auth = await createAuth({
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
  })
  const http = await createHttp({
    host: config.host,
    port: config.port,
    publicUrl,
    basePath,
    trustProxy: config.trust_proxy,
    metricsEnabled: config.metrics_enabled,
    rateLimitPerMinute: config.rate_limit_per_minute,
    version: options.version,
    auth,
    data,
    clock,
    ids,
    log: log.child({ room: 'http' }),
    features: options.features,
  })
  const jobs = createJobs({ data, clock, ids, log: log.child({ room: 'jobs' }), signal })
  const children = createChildProcesses({
    programs: options.childPrograms,
    log: log.child({ room: 'children' }),
    signal,
  })

  const services = new ServiceTable()
  services.shared(apiKeys, () => auth.apiKeys)
  services.shared(auditLog, () => auth.audit)
  services.shared(childProcesses, () => children)
  services.shared(dataPlane, () => data)
  services.shared(httpServer, () => http.server)
  services.shared(jobQueue, () => jobs.queue)
  services.shared(planes, () => options.planes.planes)
  services.shared(pluginDirectory, () => options.directory)
  services.shared(toolBindings, () => options.tools)
  services.shared(users, () => auth.users)
  services.shared(workspaces, () => auth.workspaces)
  // One for each plugin: its log lines name the plugin, and connections are not shared between plugins.
  services.scoped(egress, plugin =>
    createEgress({ allow: config.egress_allow, log: log.child({ plugin, room: 'egress' }) }),
  )
  return { auth, http, jobs, children, services }
}
