import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { route } from '@svc/plugin'
import type { Clock, ControlPlane, Principal, RouteDefinition } from '@svc/plugin'
import type { Credentials } from '../../kernel/auth/auth.ts'
import { createAuth } from '../../kernel/auth/index.ts'
import type { Auth, AuthOptions } from '../../kernel/auth/index.ts'
import { Http } from '../../kernel/http/index.ts'
import { openHome, openPlanes } from '../../kernel/planes/index.ts'
import { HomeFiles } from '../../kernel/planes/installation-files/home-files.ts'
import { createIds, createLogger, MetricsRelay } from '../../kernel/services/index.ts'
import { createAccounts } from '../../plugins/accounts/accounts.ts'
import type { Accounts, AccountsOptions } from '../../plugins/accounts/accounts.ts'

export type WholeAuthOptions = AuthOptions &
  Pick<AccountsOptions, 'files' | 'registrationEnabled' | 'wrongPerAddress' | 'admin'>

/** The kernel's auth room with the accounts on it. */
export interface WholeAuth extends Auth, Pick<Accounts, 'users' | 'workspaces' | 'prepare'> {
  /** `/api/auth/…` */
  accountRoutes: RouteDefinition[]
}

export async function createWholeAuth(options: WholeAuthOptions): Promise<WholeAuth> {
  const auth = createAuth(options)
  // This room has no workspaces' files.
  const removal = { remove: async () => true, clear: async () => undefined }
  const { users, workspaces, prepare, routes } = createAccounts({ isMultiUser: true, ...options, ...auth, removal })
  const accountRoutes: RouteDefinition[] = []
  routes({ route: definition => void accountRoutes.push(route(definition)), unknownPaths: () => undefined })
  return { ...auth, users, workspaces, prepare, accountRoutes }
}

export const password = 'correct horse battery'
export const from = { ip: '192.0.2.7', userAgent: 'test', requestId: 'req_test' }

/** Time that stands still until a test moves it. */
export class TestClock implements Clock {
  #now = Date.parse('2026-01-31T12:00:00.000Z')
  readonly #sleepers = new Set<{ until: number; wake: () => void }>()

  now(): number {
    return this.#now
  }

  timestamp(): string {
    return new Date(this.#now).toISOString()
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const sleeper = { until: this.#now + ms, wake: resolve }
    this.#sleepers.add(sleeper)
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    return promise.finally(() => this.#sleepers.delete(sleeper))
  }

  advance(ms: number): void {
    this.#now += ms
    for (const sleeper of this.#sleepers) if (sleeper.until <= this.#now) sleeper.wake()
  }
}

/** Of the scopes that tests give to keys. */
const domains = ['jobs', 'memory', 'stats', 'tools', 'workspace']

export interface TestAuth extends AsyncDisposable {
  auth: WholeAuth
  control: ControlPlane
  clock: TestClock
  home: string
  options: WholeAuthOptions
  /** Sets up `ada`, the first owner, over the real routes' service; her session's principal. */
  owner(): Promise<Principal>
  /** Who sends this request; null for nobody. */
  ask(credentials: Partial<Credentials>): Promise<Principal | null>
}

/** The real auth room on a real home; `change` alters what it is created with. */
export async function startTestAuth(change: Partial<WholeAuthOptions> = {}): Promise<TestAuth> {
  const clock = new TestClock()
  const ids = createIds(clock)
  const log = createLogger({ level: 'silent' })
  const home = await mkdtemp(join(tmpdir(), 'svc-auth-'))
  const held = await openHome(home, { clock, ids, log })
  const planes = await openPlanes({ home: held, databaseUrl: null, migrations: [], clock, ids, log })
  const { control } = planes
  const options: WholeAuthOptions = {
    control,
    clock,
    ids,
    log,
    files: new HomeFiles(home),
    sessionKey: held.secrets.session_key,
    registrationEnabled: false,
    wrongPerAddress: 100,
    secureCookies: false,
    basePath: '',
    permissions: new Set([...domains.flatMap(domain => [`${domain}:read`, `${domain}:write`]), 'admin:backup']),
    explicitPermissions: new Set(),
    recordFields: [],
    keysPerPerson: 100,
    admin: { username: 'ada', password },
    ...change,
  }
  const auth = await createWholeAuth(options)
  return {
    auth,
    control,
    clock,
    home,
    options,
    async owner() {
      await auth.prepare()
      const [ada] = await control.read(reader => reader.find('users', { username_key: 'ada' }))
      if (ada === undefined) throw new Error('prepare() made no owner')
      return principal({ user_id: ada.id, username: 'ada', role: 'owner', workspace_id: ada.default_workspace_id })
    },
    ask: async credentials =>
      auth.authenticate({
        authorization: undefined,
        cookie: undefined,
        workspaceId: undefined,
        ip: from.ip,
        ...credentials,
      }),
    async [Symbol.asyncDispose]() {
      await auth.close()
      await planes.close()
      await held.release()
      await rm(home, { recursive: true, force: true })
    },
  }
}

export function principal(of: Partial<Principal>): Principal {
  return { user_id: 'usr_x', username: 'x', role: 'user', workspace_id: 'ws_x', via: 'session', scopes: ['*'], ...of }
}

export interface TestAuthServer extends AsyncDisposable {
  url: string
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
  get(path: string, headers?: Record<string, string>): Promise<Response>
  delete(path: string, headers?: Record<string, string>): Promise<Response>
}

/** `/api/auth/…` on a free port. */
export async function serveAuth({ auth, clock, options }: TestAuth): Promise<TestAuthServer> {
  const { ids } = options
  // These routes keep no idempotency records, so no workspace's file is ever opened.
  const data = { use: () => unexpected(), read: async () => unexpected(), workspaceIds: async () => [] }
  const http = new Http({
    host: '127.0.0.1',
    port: 0,
    publicUrl: null,
    basePath: options.basePath,
    trustProxy: false,
    metrics: new MetricsRelay(),
    rateLimitPerMinute: 10_000,
    personRateFactor: 2,
    version: '0.0.0-test',
    auth,
    data,
    clock,
    ids,
    log: createLogger({ level: 'silent' }),
    phrase: text => text,
    features: () => ({}),
  })
  http.addRoutes({ plugin: 'kernel', title: 'Authentication', unavailable: () => null }, auth.accountRoutes)
  const { url } = await http.open({ listen: true })
  const send = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) => {
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    return fetch(`${url}${path}`, { method, headers: { ...type, ...headers }, ...json })
  }
  return {
    url: url ?? '',
    post: (path, body, headers) => send('POST', path, headers, body),
    get: (path, headers) => send('GET', path, headers),
    delete: (path, headers) => send('DELETE', path, headers),
    [Symbol.asyncDispose]: () => http.close(100),
  }
}

function unexpected(): never {
  throw new Error('an auth route opened a workspace')
}

/** `name=value` of the session cookie that an answer sets. */
export function cookieOf(response: Response): string {
  const [cookie = ''] = response.headers.getSetCookie()
  return cookie.split(';', 1)[0] ?? ''
}
