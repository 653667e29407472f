import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UnauthenticatedError } from '@svc/plugin'
import type { DataPlane, Principal, RouteDefinition } from '@svc/plugin'
import { authorize } from '../../kernel/auth/authorize.ts'
import type { Authenticator, Credentials } from '../../kernel/auth/auth.ts'
import { MetricsRelay, createIds, createLogger, systemClock } from '../../kernel/services/index.ts'
import { openHome, openPlanes } from '../../kernel/planes/index.ts'
import type { MigrationSet } from '../../kernel/planes/index.ts'
import { Http, defaultLimits, httpMigrations } from '../../kernel/http/index.ts'
import type { HttpLimits, HttpOptions } from '../../kernel/http/index.ts'

export const workspaceId = 'ws_0000000000000000000000test'
export const otherWorkspaceId = 'ws_000000000000000000000other'

export function principalOf(change: Partial<Principal> = {}): Principal {
  return {
    user_id: 'usr_1',
    username: 'ada',
    role: 'owner',
    workspace_id: workspaceId,
    via: 'api_key',
    key_id: 'key_1',
    scopes: ['*'],
    ...change,
  }
}

/** Knows the keys it is given, and one cookie: authentication itself has its own room and its own tests. */
export class KnownCredentials implements Authenticator {
  readonly keys = new Map<string, Principal>([
    ['svc_owner', principalOf()],
    ['svc_reader', principalOf({ user_id: 'usr_2', key_id: 'key_2', role: 'user', scopes: ['memory:read'] })],
  ])

  authenticate({ authorization, cookie }: Credentials): Principal | null | Promise<Principal | null> {
    if (authorization === undefined) return cookie === 'svc_session=good' ? this.#session() : null
    const principal = this.keys.get(authorization.replace(/^Bearer /, ''))
    if (!principal) throw new UnauthenticatedError()
    return principal
  }

  authorize(principal: Principal | null, permission: RouteDefinition['permission']): void {
    authorize(principal, permission)
  }

  assertMayRead(): void {
    // No plugin declares records here.
  }

  recordsIn(): [] {
    return []
  }

  onChange(): void {
    // What is known here never changes.
  }

  async #session(): Promise<Principal> {
    return principalOf({ via: 'session', session_id: 'ses_1', key_id: undefined })
  }
}

export interface TestHttp extends AsyncDisposable {
  http: Http
  url: string
  logged: Record<string, unknown>[]
  home: string
  data: DataPlane
  /** Calls as the owner by default. */
  call(path: string, init?: RequestInit): Promise<Response>
}

export interface TestHttpOptions {
  options?: Partial<HttpOptions>
  limits?: Partial<HttpLimits>
  migrations?: MigrationSet[]
  /** A home to open again; a new one otherwise. */
  home?: string
  unavailable?: () => string | null
  /** Before the server opens. */
  prepare?: (http: Http) => void
}

/** A real server on a free port over the given routes, with a real home and its data plane. */
export async function startTestHttp(
  routes: readonly RouteDefinition[],
  given: TestHttpOptions = {},
): Promise<TestHttp> {
  const logged: Record<string, unknown>[] = []
  const destination = { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) }
  const log = createLogger({ level: 'debug', destination })
  const ids = createIds(systemClock)
  const clock = systemClock
  await using starting = new AsyncDisposableStack()
  const path = given.home ?? (await mkdtemp(join(tmpdir(), 'svc-http-')))
  if (given.home === undefined) starting.defer(() => rm(path, { recursive: true, force: true }))
  const home = await openHome(path, { clock, ids, log })
  starting.defer(() => home.release())
  const migrations = [{ owner: 'kernel', migrations: httpMigrations }, ...(given.migrations ?? [])]
  const planes = await openPlanes({ home, databaseUrl: null, migrations, clock, ids, log })
  starting.defer(() => planes.close())
  const http = new Http(
    {
      host: '127.0.0.1',
      port: 0,
      publicUrl: null,
      basePath: '',
      trustProxy: false,
      metrics: new MetricsRelay(),
      rateLimitPerMinute: 1200,
      personRateFactor: 2,
      version: '0.0.0-test',
      auth: new KnownCredentials(),
      data: planes.data,
      clock,
      ids,
      log,
      phrase: text => text,
      features: () => ({ sample: true }),
      ...given.options,
    },
    { ...defaultLimits, ...given.limits },
  )
  starting.defer(() => http.close(100))
  const owner = { plugin: 'sample', title: 'Sample', unavailable: given.unavailable ?? (() => null) }
  http.addRoutes(owner, routes as readonly RouteDefinition[])
  given.prepare?.(http)
  const operator = {
    socketPath: join(path, 'operator.sock'),
    principal: async () => principalOf({ via: 'operator', key_id: undefined }),
  }
  const { url } = await http.open({ listen: true, operator })
  const base = url ?? ''
  const started = starting.move()
  return {
    http,
    url: base,
    logged,
    home: path,
    data: planes.data,
    call: (path, init = {}) => {
      const headers = new Headers(init.headers)
      if (!headers.has('authorization') && !headers.has('cookie')) headers.set('authorization', 'Bearer svc_owner')
      return fetch(base + path, { ...init, headers })
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}
