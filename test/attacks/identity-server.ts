import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ControlPlane, PluginDirectory, RouteDefinition, RouteRegistrar } from '@svc/plugin'
import { createWholeAuth } from '../rooms/auth.ts'
import type { WholeAuth, WholeAuthOptions } from '../rooms/auth.ts'
import { Http, httpMigrations } from '../../kernel/http/index.ts'
import { MetricsRelay, createIds, createLogger, systemClock } from '../../kernel/services/index.ts'
import { openHome, openPlanes } from '../../kernel/planes/index.ts'
import { auditRoutes } from '../../plugins/admin/audit-routes.ts'
import { HomeFiles } from '../../kernel/planes/installation-files/home-files.ts'
import { memberRoutes } from '../../plugins/admin/member-routes.ts'
import { pluginRoutes } from '../../plugins/admin/plugin-routes.ts'
import { userRoutes } from '../../plugins/admin/user-routes.ts'
import { workspaceRoutes } from '../../plugins/admin/workspace-routes.ts'

export const password = 'correct horse battery'

export interface Answer {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

export interface Caller {
  /** Sends a request, JSON both ways, with this caller's credentials. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  cookie: string
}

export interface IdentityServer extends AsyncDisposable {
  url: string
  home: string
  auth: WholeAuth
  control: ControlPlane
  sessionKey: string
  setupToken: string | null
  log: string[]
  nobody: Caller
  signIn(username: string, given?: string): Promise<Caller>
  withKey(key: string): Caller
}

/**
 * The server as far as it knows people: the real planes, auth and HTTP on a free port, with the routes of the admin plugin.
 * `ada` is the owner unless `admin` is null.
 */
export async function startIdentityServer(
  change: Partial<WholeAuthOptions> = {},
  databaseUrl: string | null = null,
  moreRoutes: readonly RouteDefinition[] = [],
): Promise<IdentityServer> {
  const log: string[] = []
  const logger = createLogger({ level: 'debug', destination: { write: (line: string) => void log.push(line) } })
  const clock = systemClock
  const ids = createIds(clock)
  const home = await mkdtemp(join(tmpdir(), 'svc-identity-'))
  const held = await openHome(home, { clock, ids, log: logger })
  const migrations = [{ owner: 'kernel', migrations: httpMigrations }]
  const planes = await openPlanes({ home: held, databaseUrl, migrations, clock, ids, log: logger })
  const { control, data } = planes
  const sessionKey = held.secrets.session_key
  const auth = await createWholeAuth({
    control,
    clock,
    ids,
    log: logger,
    files: new HomeFiles(home),
    sessionKey,
    registrationEnabled: false,
    wrongPerAddress: 100,
    secureCookies: false,
    basePath: '',
    permissions: new Set(['jobs:read', 'stats:read', 'stats:write', 'workspace:read']),
    explicitPermissions: new Set(),
    recordFields: [],
    keysPerPerson: 100,
    admin: { username: 'ada', password },
    ...change,
  })
  const http = new Http({
    host: '127.0.0.1',
    port: 0,
    publicUrl: null,
    basePath: '',
    trustProxy: false,
    metrics: new MetricsRelay(),
    rateLimitPerMinute: 10_000,
    personRateFactor: 2,
    version: '0.0.0-test',
    auth,
    data,
    clock,
    ids,
    log: logger,
    phrase: text => text,
    features: () => ({}),
  })
  http.addRoutes({ plugin: 'kernel', title: 'Authentication', unavailable: () => null }, auth.accountRoutes)
  http.addRoutes({ plugin: 'admin', title: 'Administration', unavailable: () => null }, adminRoutes(auth))
  http.addRoutes({ plugin: 'sample', title: 'Sample', unavailable: () => null }, moreRoutes)
  const { setupToken } = await auth.prepare()
  const { url } = await http.open({ listen: true })
  if (url === null) throw new Error('the server did not open a port')
  const nobody = caller(url, {}, '')
  return {
    url,
    home,
    auth,
    control,
    sessionKey,
    setupToken,
    log,
    nobody,
    async signIn(username, given = password) {
      const { status, headers } = await nobody.send('POST', '/api/auth/login', { username, password: given })
      if (status !== 200) throw new Error(`signing in as ${username} answered ${status}`)
      const cookie = headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
      return caller(url, { cookie }, cookie)
    },
    withKey: key => caller(url, { authorization: `Bearer ${key}` }, ''),
    async [Symbol.asyncDispose]() {
      await http.close(100)
      await auth.close()
      await planes.close()
      await held.release()
      await rm(home, { recursive: true, force: true })
    },
  }
}

function adminRoutes(auth: WholeAuth): RouteDefinition[] {
  const routes: unknown[] = []
  const app: RouteRegistrar = {
    route: definition => void routes.push(definition),
    unknownPaths: () => undefined,
  }
  const directory: PluginDirectory = {
    list: () => [],
    pages: () => [],
    settings: () => [],
    chosenSettings: async () => ({}),
    chooseSettings: async () => [],
    added: () => Promise.resolve([]),
    setEnabled: () => Promise.reject(new Error('not in this test')),
  }
  userRoutes(app, auth.users, () => 'https://svc.example')
  workspaceRoutes(app, auth.workspaces)
  memberRoutes(app, auth.workspaces)
  auditRoutes(app, auth.audit)
  pluginRoutes(app, directory, auth.audit)
  return routes as RouteDefinition[]
}

function caller(url: string, credentials: Record<string, string>, cookie: string): Caller {
  return {
    cookie,
    async send(method, path, body, headers = {}) {
      const json = body === undefined ? {} : { body: JSON.stringify(body) }
      const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
      const answer = await fetch(url + path, { method, headers: { ...type, ...credentials, ...headers }, ...json })
      const text = await answer.text()
      return {
        status: answer.status,
        headers: answer.headers,
        body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
      }
    },
  }
}
