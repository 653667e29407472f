import type { Page } from '@svc/plugin'
import type { CommandClient, CommandContext } from '@svc/plugin/contracts/cli'
import { columns } from '@svc/plugin/contracts/cli-text'
import type { Commands } from '../generated/commands.ts'
import { BackupFolder } from '../making/backup-folder.ts'
import type { Backup } from '../making/backup-folder.ts'
import { megabytes } from './megabytes.ts'

/** Lists what is there to restore; of a home on this machine by looking into it, so that it also works when nothing else does. */
export async function listBackups({ client, home, io }: CommandContext<Commands['backup list']>): Promise<number> {
  const items = client.isRemote ? await listRemote(client) : await new BackupFolder(await home.path()).list()
  const rows = items.map(({ created_at, reason, bytes, path }) => [created_at, reason, megabytes(bytes), path])
  io.result(
    { items },
    rows.length === 0
      ? `There is no backup yet. Make one: ${io.svc} backup create`
      : columns([['CREATED', 'REASON', 'SIZE', 'FILE'], ...rows]),
  )
  return 0
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
