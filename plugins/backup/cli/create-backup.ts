import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, link, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ConflictError, NotFoundError, UpstreamError, messageOf, syncPath } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'
import type { Backup } from '../making/backup-folder.ts'
import { megabytes } from './megabytes.ts'

/** Backs the home up, with or without a running server. */
export async function createBackup(context: CommandContext<Commands['backup create']>): Promise<number> {
  const given = context.options.output
  const output = given === undefined ? null : resolve(context.io.cwd, given)
  if (output !== null) assertFree(output)
  await assertHome(context)
  const made = await context.client.request<Backup>('POST', '/api/backups')
  const path = output === null ? made.path : await deliver(made, output, context)
  const { sha256, bytes } = made
  context.io.result(
    { path, sha256, bytes },
    `Backed up and checked: ${path} (${megabytes(bytes)})\nIt holds all keys and passwords: keep it safe, and keep a copy on another machine.`,
  )
  return 0
}

function assertFree(path: string): void {
  if (existsSync(path))
    throw new ConflictError('already_exists', `${path} is there already. Choose another name for the backup.`)
  if (!existsSync(dirname(path)))
    throw new NotFoundError(`The folder ${dirname(path)} does not exist. Make it first, or choose another one.`)
}

/** Opening a home makes one where there is none, and nothing is what would be backed up. */
async function assertHome({ client, home: machine }: CommandContext): Promise<void> {
  if (client.isRemote) return
  const home = await machine.path()
  if (existsSync(join(home, 'home.json'))) return
  throw new NotFoundError(
    `${home} is no home of svc: there is nothing to back up. Set SVC_HOME to the folder that holds your data.`,
  )
}

async function deliver(made: Backup, output: string, { client }: CommandContext): Promise<string> {
  const unfinished = `${output}.tmp`
  try {
    if (client.isRemote)
      await store(await client.download(`/api/backups/${made.name}/archive`), unfinished, made.sha256)
    else await copyFile(made.path, unfinished)
    await syncPath(unfinished)
    // A link and not a rename: a file that somebody made meanwhile stays.
    await link(unfinished, output).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw error
      await rename(unfinished, output)
    })
  } catch (error) {
    throw new UpstreamError(
      `The backup was made as ${made.name} in the home's folder backups, but it could not be put at ${output}: ${messageOf(error)}`,
      { cause: error },
    )
  } finally {
    await rm(unfinished, { force: true })
  }
  await syncPath(dirname(output))
  if (!client.isRemote) await removeFromHome(made)
  return output
}

async function removeFromHome({ path }: Backup): Promise<void> {
  for (const each of [path, `${path}.sha256`]) await rm(each, { force: true })
}

async function store(body: Readable, path: string, sha256: string): Promise<void> {
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  await pipeline(
    body,
    async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk)
        yield chunk
      }
    },
    file.createWriteStream(),
  )
  if (hash.digest('hex') !== sha256) throw new Error('it arrived damaged; try again')
}
