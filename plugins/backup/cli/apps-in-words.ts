import { counted } from '@svc/plugin/contracts/cli'
import type { ArchivedApps } from '../archive/backup-manifest.ts'

/** Lines on what an archive holds of the agent apps and what not, each after a line break; nothing when it says nothing of them. */
export function appsInWords(apps: ArchivedApps | null): string {
  if (apps === null) return ''
  const names = apps.names.length === 0 ? '' : `: ${apps.names.join(', ')}`
  const lines = [
    `It holds ${counted(apps.names.length, 'agent app')} of ${apps.from}${names}`,
    ...apps.left_out.map(({ path, reason }) => `Left out: ${path} ${reason}`),
  ]
  return lines.map(line => `\n${line}`).join('')
}
