// The loader stays out of it: with the lock of a build nobody needs its validator.
export { asBroken, asDeveloped } from './broken-manifest.ts'
export { discover } from './discover.ts'
export type { DiscoverOptions } from './discover.ts'
export { loadMigrations } from './load-migrations.ts'
export type { LoadedManifest, PluginManifest } from './loaded-manifest.ts'
export { fieldProblemAt } from './manifest-report.ts'
