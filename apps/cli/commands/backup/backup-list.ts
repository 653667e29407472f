import type { Backup, Page } from '@svc/plugin'
import type { CommandClient } from '@svc/plugin/contracts/cli'
import { columns } from '@svc/plugin/contracts/cli-text'
import { loadKernel } from '../../local-machine.ts'
import type { LocalContext } from '../../command-context.ts'
import type { Commands } from '../../generated/commands.ts'
import { megabytes } from './megabytes.ts'

/** Lists what is there to restore; of a home on this machine by looking into it, so that it also works when nothing else does. */
export async function listBackups(context: LocalContext<Commands['backup list']>): Promise<number> {
  const { home, shell } = context
  const isRemote = Boolean(shell.env['SVC_BASE_URL'])
  const items = isRemote ? await listRemote(context.client) : await listLocal(await home.path())
  const rows = items.map(({ created_at, reason, bytes, path }) => [created_at, reason, megabytes(bytes), path])
  context.io.result(
    { items },
    rows.length === 0
      ? `There is no backup yet. Make one: ${context.io.svc} backup create`
      : columns([['CREATED', 'REASON', 'SIZE', 'FILE'], ...rows]),
  )
  return 0
}

async function listLocal(home: string): Promise<Backup[]> {
  const { BackupFolder } = await loadKernel()
  return new BackupFolder(home).list()
}

async function listRemote(client: CommandClient): Promise<Backup[]> {
  const items: Backup[] = []
  let cursor = ''
  for (;;) {
    const page = await client.request<Page<Backup>>('GET', `/api/backups?limit=200${cursor}`)
    items.push(...page.items)
    if (page.next_cursor === null) return items
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
  }
}
