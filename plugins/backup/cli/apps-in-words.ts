import { counted } from '@svc/plugin/contracts/cli'
import type { ArchivedApps, LeftOut } from '../archive/backup-manifest.ts'

/** Lines on what an archive holds of the agent apps and what not, each after a line break; nothing when it says nothing of them. */
export function appsInWords(apps: ArchivedApps | null): string {
  if (apps === null) return ''
  const names = apps.names.length === 0 ? '' : `: ${apps.names.join(', ')}`
  const line = `It holds ${counted(apps.names.length, 'agent app')} of ${apps.from}${names}`
  return `\n${line}${leftOutInWords(apps.left_out)}`
}

/** A line for each, after a line break. */
export function leftOutInWords(leftOut: readonly LeftOut[]): string {
  return leftOut.map(({ path, reason }) => `\nLeft out: ${path} ${reason}`).join('')
}
