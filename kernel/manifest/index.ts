export { loadManifest, shownPath } from './load-manifest.ts'
export type { ManifestPlace } from './load-manifest.ts'
export type { LoadedManifest, PluginManifest } from './loaded-manifest.ts'
export { fieldProblemAt } from './manifest-report.ts'
