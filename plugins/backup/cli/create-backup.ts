import { existsSync } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { messageOf, NotFoundError, UpstreamError } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'
import type { Backup } from '../making/backup-folder.ts'
import { appsInWords } from './apps-in-words.ts'
import { megabytes } from './megabytes.ts'
import { assertFree, writeNewFile } from './new-file.ts'

/** Backs the home up, with or without a running server. */
export async function createBackup(context: CommandContext<Commands['backup create']>): Promise<number> {
  const given = context.options.output
  const output = given === undefined ? null : resolve(context.io.cwd, given)
  if (output !== null) assertFree(output)
  const home = await context.home.path()
  assertHome(home)
  const made = await context.client.request<Backup>('POST', '/api/backups')
  const path = output === null ? made.path : await deliver(made, output)
  const { sha256, bytes, app_folders: apps } = made
  context.io.result(
    { home, path, sha256, bytes, app_folders: apps },
    `Backed up the home ${home} and checked it: ${path} (${megabytes(bytes)})${appsInWords(apps)}\nIt holds all keys and passwords: keep it safe, and keep a copy on another machine.`,
  )
  return 0
}

/** Opening a home makes one where there is none, and nothing is what would be backed up. */
function assertHome(home: string): void {
  if (existsSync(join(home, 'home.json'))) return
  throw new NotFoundError(
    `${home} is no home of svc: there is nothing to back up. Name the folder that holds your data with --home or SVC_HOME. For a server elsewhere, set SVC_BASE_URL and SVC_API_KEY: svc backup download FILE`,
  )
}

async function deliver({ name, path }: Backup, output: string): Promise<string> {
  try {
    await writeNewFile(output, unfinished => copyFile(path, unfinished))
  } catch (error) {
    throw new UpstreamError(
      `The backup was made as ${name} in the home's folder backups, but it could not be put at ${output}: ${messageOf(error)}`,
      { cause: error },
    )
  }
  for (const each of [path, `${path}.sha256`]) await rm(each, { force: true })
  return output
}
