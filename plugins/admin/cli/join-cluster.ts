import { columns, counted } from '@svc/plugin/contracts/cli'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { JoinCounts, JoinedHome } from '@svc/plugin/contracts/offline-homes'
import type { Commands } from '../generated/commands.ts'

/** `svc cluster join`: it works without a server, and while the plugin is switched off. */
export async function joinCluster(context: CommandContext<Commands['cluster join']>): Promise<number> {
  const { home, io, options, signal } = context
  const isDryRun = options.dryRun === true
  const homes = await home.offline()
  const joined = await homes.joinCluster({ isDryRun, signal, onProgress: text => io.note(text) })
  io.result({ ...joined, dry_run: isDryRun }, (isDryRun ? planOf(joined) : endOf(joined, io.svc)).join('\n'))
  return 0
}

function planOf({ home, database, contents, moved }: JoinedHome): string[] {
  if (moved === null) return [`The home ${home} has been moved already.`]
  return [
    `The home ${home} would be moved to the database ${database} and to ${contents}:`,
    columns(rowsOf(moved)),
    'Nothing was changed.',
  ]
}

function endOf({ home, database, contents, moved, set_aside: aside }: JoinedHome, svc: string): string[] {
  const start = [
    `Start it with the same settings: ${svc} start`,
    'Other servers start on empty folders, with the same SVC_CLUSTER_SECRET, DATABASE_URL and SVC_CONTENT_URL.',
  ]
  const kept = aside === null ? [] : [`What the home had is in ${aside}. Delete it once your servers are at work.`]
  if (moved === null) return [`The home ${home} has been moved already.`, ...kept, ...start]
  return [
    `The home ${home} is in the database ${database} and in ${contents} now:`,
    columns(rowsOf(moved)),
    ...kept,
    ...start,
  ]
}

function rowsOf(moved: JoinCounts): string[][] {
  const { workspaces, contents, users, jobs, schedules, files } = moved
  return [
    [counted(workspaces, 'workspace'), inWords(moved.workspace_bytes)],
    [counted(contents, 'content'), inWords(moved.content_bytes)],
    [counted(users, 'user'), ''],
    // Those that are in the database already stay there.
    ...[counted(jobs, 'job'), counted(schedules, 'schedule'), counted(files, 'shared file')]
      .filter(text => !text.startsWith('0 '))
      .map(text => [text, '']),
  ]
}

function inWords(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
