import type { InstallationFiles, Logger } from '@svc/plugin'
import { createSealer } from '../../services/index.ts'
import type { Home, OpenedPlanes } from '../planes.ts'
import { HomeFiles } from './home-files.ts'

interface OpenedFiles {
  files: InstallationFiles
  /** Those that are kept elsewhere than in the home, by path. */
  kept(): Promise<ReadonlyMap<string, string>>
}

/** The small files of the home; of all homes where servers share their workspaces. */
export async function openInstallationFiles(
  { control, placement }: Pick<OpenedPlanes, 'control' | 'placement'>,
  { path, secrets }: Pick<Home, 'path' | 'secrets'>,
  log: Logger,
): Promise<OpenedFiles> {
  const files = new HomeFiles(path)
  if (placement === null) return { files, kept: async () => new Map() }
  const { ControlFiles } = await import('./control-files.ts')
  const sealer = createSealer(secrets.config_key, 'installation files')
  const ofAll = new ControlFiles({ control, home: path, files, sealer, log })
  return { files: ofAll, kept: () => ofAll.all() }
}
