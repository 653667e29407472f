import type { ControlPlane, InstallationFiles, Logger } from '@svc/plugin'
import { createSealer } from '../../services/index.ts'
import type { Home, OpenedPlanes } from '../planes.ts'
import { HomeFiles } from './home-files.ts'

interface OpenedFiles {
  files: InstallationFiles
  /** Those that are kept elsewhere than in the home, by path. */
  kept(): Promise<ReadonlyMap<string, string>>
}

type FolderAndSecrets = Pick<Home, 'path' | 'secrets'>

/** The small files of the home; of all homes where servers share their workspaces. */
export async function openInstallationFiles(
  { control, placement }: Pick<OpenedPlanes, 'control' | 'placement'>,
  { path, secrets }: FolderAndSecrets,
  log: Logger,
): Promise<OpenedFiles> {
  if (placement === null) return { files: new HomeFiles(path), kept: async () => new Map() }
  const files = await filesOfAll({ control, path, secrets, log })
  return { files, kept: () => files.all() }
}

/** Brings files of a home, and those in folders of it, to the control plane as servers that share it keep them. Returns how many. */
export async function bringInstallationFiles(
  { control, home, log }: { control: ControlPlane; home: FolderAndSecrets; log: Logger },
  named: { files: readonly string[]; folders: readonly string[] },
): Promise<number> {
  const own = new HomeFiles(home.path)
  const texts = new Map(await Promise.all(named.files.map(async path => [path, await own.read(path)] as const)))
  for (const folder of named.folders)
    for (const [name, text] of await own.list(folder)) texts.set(`${folder}/${name}`, text)
  const shared = await filesOfAll({ control, path: home.path, secrets: home.secrets, log })
  const found = [...texts].filter((entry): entry is [string, string] => entry[1] !== null)
  for (const [path, text] of found) await shared.write(path, text)
  return found.length
}

async function filesOfAll({ control, path, secrets, log }: { control: ControlPlane; log: Logger } & FolderAndSecrets) {
  const { ControlFiles } = await import('./control-files.ts')
  const sealer = createSealer(secrets.config_key, 'installation files')
  return new ControlFiles({ control, home: path, files: new HomeFiles(path), sealer, log })
}
