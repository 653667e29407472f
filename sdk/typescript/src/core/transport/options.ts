import { SvcError } from '../errors.ts'
import type { APIError } from '../errors.ts'
import type { Logger, LogLevel } from './log.ts'
import { environment, isBrowser, pageOrigin } from './runtime.ts'

/** What one call may set for itself. */
export interface RequestOptions {
  /**
   * Milliseconds until the answer begins, and between two pieces of it; 60,000 by default. What may take minutes, such as an import, a backup or a query,
   * has no limit to its beginning by default. `Infinity`: no limit at all.
   */
  timeout?: number
  /** Further tries after the first one failed; 2 by default. */
  maxRetries?: number
  signal?: AbortSignal
  headers?: Readonly<Record<string, string>>
  /** Further parameters of the query. */
  query?: Readonly<Record<string, QueryValue>>
  /** The same key on a second call gets the first call's answer. Made for each POST when left out. */
  idempotencyKey?: string
  /** With a session in a browser: the workspace to act in. */
  workspaceId?: string
}

export type QueryValue = string | number | boolean | readonly (string | number)[] | null | undefined

export type Fetch = (input: string, init: RequestInit) => Promise<Response>

/** What a client is made with; `withOptions` changes some of it. */
export interface ClientOptions extends Omit<RequestOptions, 'signal' | 'query' | 'idempotencyKey'> {
  /** `SVC_BASE_URL` when left out. In a page: its own origin. */
  baseUrl?: string
  /** `SVC_API_KEY` when left out. In a page: none, the session's cookie is sent. */
  apiKey?: string | null
  /** Everyone who opens the page can read the key. */
  dangerouslyAllowBrowser?: boolean
  fetch?: Fetch
  /**
   * Waited for before each try, outside its time limit. A page waits here for its network. After an answer 401, its `refusal`, the request is sent once
   * more when this resolves, as after a new sign-in. What it throws ends the call.
   */
  beforeTry?: (next: NextTry) => Promise<void>
  /** `warn` by default, or what `SVC_LOG` says. */
  logLevel?: LogLevel
  logger?: Logger
}

export interface NextTry {
  readonly method: string
  readonly path: string
  readonly signal: AbortSignal | undefined
  readonly refusal: APIError | null
}

export interface Address {
  /** Scheme, host and path, without a slash at the end. */
  baseUrl: string
  apiKey: string | null
}

/** @throws SvcError that names the option or variable which is missing or wrong */
export function addressOf({ baseUrl, apiKey, dangerouslyAllowBrowser = false }: ClientOptions): Address {
  const key = (apiKey === undefined ? environment('SVC_API_KEY') : (apiKey ?? undefined))?.trim()
  if (isBrowser && key && !dangerouslyAllowBrowser) {
    throw new SvcError(
      'A key in a page can be read by everyone who opens it. Leave apiKey out: the session of the browser is used. ' +
        'Or set dangerouslyAllowBrowser: true.',
    )
  }
  if (!isBrowser && !key && apiKey !== null) {
    throw new SvcError('No key: set the variable SVC_API_KEY, or pass apiKey. "svc key create" makes one.')
  }
  // An invalid header would be quoted whole, key and all, by the error of the platform's fetch.
  if (key && !/^[\x21-\x7e]+$/.test(key)) {
    throw new SvcError('The key (apiKey, or SVC_API_KEY) has a character that no key has. Copy it again.')
  }
  return { baseUrl: checkedBaseUrl(baseUrl ?? environment('SVC_BASE_URL')), apiKey: key || null }
}

function checkedBaseUrl(given: string | undefined): string {
  const value = given?.trim() || (isBrowser ? pageOrigin : undefined)
  if (!value) {
    throw new SvcError('No address: set the variable SVC_BASE_URL, or pass baseUrl, such as http://127.0.0.1:8420.')
  }
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw new SvcError(`baseUrl must be an address that begins with http:// or https://, not "${value}".`)
  }
  const { origin: host, pathname, username, password } = new URL(value)
  if (username || password) throw new SvcError('baseUrl must not hold a name or a password. Pass the key as apiKey.')
  return host + pathname.replace(/\/+$/, '')
}
