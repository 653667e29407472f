// The face for programs that only have to know what is installed and configured, such as `svc --help`: it starts no kernel and loads
// no server, no validator of schemas, no database driver and no plugin.
export { sharePluginInterface } from './boot/plugins/load-plugin.ts'
export { ConfigReader, readKernelConfiguration } from './config/index.ts'
export type { KernelConfig } from './config/index.ts'
export { serverUrlHeader } from './http/connection/server-url-header.ts'
export { discover } from './manifest/index.ts'
export type { DiscoverOptions, LoadedManifest, PluginManifest } from './manifest/index.ts'
export { readCommands } from './manifest/read-commands.ts'
export type { ManifestCommand, MissingCommands, PluginCommands } from './manifest/read-commands.ts'
