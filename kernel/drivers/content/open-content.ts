import type {
  Clock,
  ContentStore,
  ControlPlane,
  Egress,
  HomeCopies,
  Ids,
  KernelDataPlane,
  Logger,
  Metrics,
  PluginEnv,
  SharedFiles,
} from '@svc/plugin'
import type { KernelConfig } from '../../config/index.ts'
import { assertContentsInHome } from './content-place.ts'
import { FolderContents } from './folder-contents.ts'
import { createWorkspaceFolders } from './workspace-folders.ts'

export interface OpenContentOptions {
  homePath: string
  data: KernelDataPlane
  control: ControlPlane
  config: Pick<KernelConfig, 'content_url' | 'content_access_key_id' | 'content_secret_access_key' | 'cache_mb'>
  egress: Egress
  metrics: Metrics
  /** Null where one server holds the home for itself. */
  placement?: { serverId: string; after<T extends object>(target: T, calls: readonly (keyof T)[]): T } | null
  role: PluginEnv['role']
  clock: Clock
  ids: Ids
  log: Logger
}

/** Where the contents of all plugins are. */
export interface OpenedContent {
  of(plugin: string): ContentStore
  /** Those that lie elsewhere than in the home. */
  below: HomeCopies['contentsBelow']
  /** For what is no content of a plugin; absent without `SVC_CONTENT_URL`. */
  shared?: SharedFiles
  /** Removes all objects of a workspace, its file's snapshots too; absent without `SVC_CONTENT_URL`. */
  removeWorkspace?(workspaceId: string): Promise<void>
  /** Whether the place of `SVC_CONTENT_URL` can be reached; absent without one. @throws UnavailableError */
  check?(): Promise<void>
  close?(): Promise<void>
}

/** Files of the home, or objects where `SVC_CONTENT_URL` says. @throws ValidationError that names a setting, also when the place refuses what it says, or contents lie elsewhere */
export async function openContent(options: OpenContentOptions): Promise<OpenedContent> {
  const { config, data, homePath, ids, role } = options
  const partsOf = (plugin: string) => ({ folders: createWorkspaceFolders(homePath, plugin), data, ids, role })
  if (config.content_url === undefined) {
    await assertContentsInHome(options.control, homePath)
    return { of: plugin => ({ of: each => new FolderContents({ ...partsOf(plugin), ...each }) }), below: nothing }
  }
  // Without the setting none of it is loaded.
  const { openObjectContents } = await import('./open-object-contents.ts')
  const { create, ...opened } = await openObjectContents({ ...options, url: config.content_url })
  return { ...opened, of: plugin => ({ of: each => create({ ...partsOf(plugin), ...each, plugin }) }) }
}

async function* nothing(): AsyncGenerator<never> {}
