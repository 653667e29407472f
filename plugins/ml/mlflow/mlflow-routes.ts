import type { Clock, DataPlane, RouteRegistrar } from '@svc/plugin'
import type { Artifacts } from '../artifacts/artifacts.ts'
import type { Aliases } from '../registry/aliases.ts'
import type { NewVersions } from '../registry/new-versions.ts'
import type { Registry } from '../registry/registry.ts'
import type { RunSearches } from '../search/run-searches.ts'
import type { LoggedModels } from '../logged-models/logged-models.ts'
import type { Experiments } from '../tracking/experiments.ts'
import type { Histories } from '../tracking/history.ts'
import type { RunLog } from '../tracking/run-log.ts'
import type { Runs } from '../tracking/runs.ts'
import { artifactRoutes } from './artifact-routes.ts'
import { experimentRoutes } from './experiment-routes.ts'
import { loggedModelRoutes } from './logged-model-routes.ts'
import { logRoutes } from './log-routes.ts'
import { metricRoutes } from './metric-routes.ts'
import { registeredModelRoutes } from './registered-model-routes.ts'
import { MinuteRate } from './rate.ts'
import { runRoutes } from './run-routes.ts'
import { serverRoutes } from './server-routes.ts'
import { modelVersionRoutes } from './model-version-routes.ts'

export interface MlflowRoutesOptions {
  aliases: Aliases
  artifacts: Artifacts
  clock: Clock
  data: DataPlane
  experiments: Experiments
  histories: Histories
  log: RunLog
  loggedModels: LoggedModels
  maxBytes: number
  /** Requests a key and minute. */
  perMinute: number
  registry: Registry
  runs: Runs
  searches: RunSearches
  versions: NewVersions
}

/** MLflow's face: the same records as `/api/ml`, in the words of its clients. */
export function mlflowRoutes(app: RouteRegistrar, { clock, perMinute, ...services }: MlflowRoutesOptions): void {
  const options = { ...services, rate: new MinuteRate(perMinute, clock) }
  serverRoutes(app)
  experimentRoutes(app, options)
  runRoutes(app, options)
  logRoutes(app, options)
  metricRoutes(app, options)
  artifactRoutes(app, options)
  registeredModelRoutes(app, options)
  modelVersionRoutes(app, options)
  loggedModelRoutes(app, options)
}
