import { BackupFolder } from '../../../../kernel/index.ts'
import type { Backup, JsonValue, Page } from '@svc/plugin'
import type { CliContext } from '@svc/plugin/contracts/cli'
import { columns } from '../../columns.ts'
import type { LocalCommand } from '../../local-command.ts'
import { megabytes } from './megabytes.ts'

/** Lists what is there to restore; of a home on this machine by looking into it, so that it also works when nothing else does. */
export const backupListCommand: LocalCommand = {
  name: 'backup list',
  summary: 'List the backups in the home, newest first',
  async run(context, { machine, shell }) {
    const isRemote = Boolean(shell.env['SVC_BASE_URL'])
    const items = isRemote ? await listRemote(context) : await new BackupFolder(await machine.home()).list()
    const rows = items.map(({ created_at, reason, bytes, path }) => [created_at, reason, megabytes(bytes), path])
    context.result(
      { items: items as unknown as JsonValue },
      rows.length === 0
        ? 'There is no backup yet. Make one: svc backup create'
        : columns([['CREATED', 'REASON', 'SIZE', 'FILE'], ...rows]),
    )
    return 0
  },
}

async function listRemote(context: CliContext): Promise<Backup[]> {
  const items: Backup[] = []
  let cursor = ''
  for (;;) {
    const page = (await context.api('GET', `/api/backups?limit=200${cursor}`)) as unknown as Page<Backup>
    items.push(...page.items)
    if (page.next_cursor === null) return items
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
  }
}
