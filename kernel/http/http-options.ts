import type { Clock, DataPlane, Ids, Metrics, PluginEnv, UnknownPathForm } from '@svc/plugin'
import type { Authenticator } from '../auth/index.ts'
import type { Placement } from '../planes/index.ts'
import type { RootLogger } from '../services/index.ts'

export interface HttpOptions {
  host: string
  port: number
  publicUrl: string | null
  basePath: string
  /** The proxies to believe: their addresses and networks, or `true` for the one that stands before us. */
  trustProxy: boolean | string
  metrics: Metrics
  /** Requests a minute and principal (or address, without one). */
  rateLimitPerMinute: number
  /** How many times as much a person may do, with all of their keys together. */
  personRateFactor: number
  version: string
  auth: Authenticator
  data: DataPlane
  /** Null where one server holds the home for itself. */
  placement?: Placement | null
  clock: Clock
  ids: Ids
  log: RootLogger
  phrase: PluginEnv['phrase']
  /** Which plugins run, for `/api/developer/platform`. */
  features(): Record<string, boolean>
}

/** Who brings routes. While `unavailable()` gives a reason, its routes answer 503 with it. */
export interface RouteOwner {
  plugin: string
  title: string
  unavailable(): string | null
  /** Path prefixes that belong to this owner: while it is unavailable, every path below them answers so, known route or not. */
  prefixes?: readonly string[]
  /** It was switched off on purpose: its prefixes answer 404 with the reason, as paths that do not exist here. */
  isOff?: boolean
  /** The form of the 404 below its prefixes, where no route is. */
  unknownPaths?: UnknownPathForm | undefined
}
