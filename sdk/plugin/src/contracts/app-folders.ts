import { defineExtensionPoint } from '../service.ts'

/** The setting that names the folder of the agent apps, as `svc.config.yaml` and the environment write it. */
export const appFolderSetting = { key: 'plugins.agent-apps.folder', variable: 'SVC_MANIFESTS' } as const

/** The definition of a playbook, in a folder that may be an app's besides. */
export const playbookFiles: readonly string[] = ['playbook.yaml', 'playbook.yml', 'playbook.json']

/** Whether a name in that folder may be an app's. */
export function isAppFolderName(name: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules'
}

/** The folder whose subfolders are the agent apps, absolute; a backup of the home holds them. */
export const appFolders = defineExtensionPoint<string>('backup.app-folders')
