import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, link, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ConflictError, NotFoundError, UpstreamError, messageOf } from '@svc/plugin'
import type { Backup } from '@svc/plugin'
import type { CliContext } from '@svc/plugin/contracts/cli'
import { remoteApi } from '../../command-context.ts'
import type { LocalCommand } from '../../local-command.ts'
import type { LocalMachine } from '../../local-machine.ts'
import type { Shell } from '../../shell.ts'
import { megabytes } from './megabytes.ts'

/** Backs the home up, with or without a running server. */
export const backupCreateCommand: LocalCommand = {
  name: 'backup create',
  summary: 'Back up the whole home into one file, while everything runs',
  options: [
    { flags: '--output <file>', description: 'put the archive there instead of the folder backups in the home' },
  ],
  async run(context, { machine, shell }) {
    const output = outputPath(context)
    if (output !== null) assertFree(output)
    await assertHome(machine, shell)
    const made = (await context.api('POST', '/api/backups')) as unknown as Backup
    const path = output === null ? made.path : await deliver(made, output, { shell, signal: context.signal })
    const { sha256, bytes } = made
    context.result(
      { path, sha256, bytes },
      `Backed up and checked: ${path} (${megabytes(bytes)})\nIt holds all keys and passwords: keep it safe, and keep a copy on another machine.`,
    )
    return 0
  },
}

function outputPath({ options, cwd }: CliContext): string | null {
  const { output } = options
  return typeof output === 'string' ? resolve(cwd, output) : null
}

function assertFree(path: string): void {
  if (existsSync(path))
    throw new ConflictError('already_exists', `${path} is there already. Choose another name for the backup.`)
  if (!existsSync(dirname(path)))
    throw new NotFoundError(`The folder ${dirname(path)} does not exist. Make it first, or choose another one.`)
}

/** Opening a home makes one where there is none, and nothing is what would be backed up. */
async function assertHome(machine: LocalMachine, shell: Shell): Promise<void> {
  if (shell.env['SVC_BASE_URL']) return
  const home = await machine.home()
  if (existsSync(join(home, 'home.json'))) return
  throw new NotFoundError(
    `${home} is no home of svc: there is nothing to back up. Set SVC_HOME to the folder that holds your data.`,
  )
}

async function deliver(made: Backup, output: string, means: { shell: Shell; signal: AbortSignal }): Promise<string> {
  const unfinished = `${output}.tmp`
  try {
    if (means.shell.env['SVC_BASE_URL']) await download(made, unfinished, means)
    else await copyFile(made.path, unfinished)
    await sync(unfinished)
    // A link and not a rename: whoever made the file meanwhile keeps it.
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
  await sync(dirname(output))
  if (!means.shell.env['SVC_BASE_URL']) await removeFromHome(made)
  return output
}

async function removeFromHome({ path }: Backup): Promise<void> {
  for (const each of [path, `${path}.sha256`]) await rm(each, { force: true })
}

async function download(
  made: Backup,
  path: string,
  { shell, signal }: { shell: Shell; signal: AbortSignal },
): Promise<void> {
  const api = remoteApi(shell.env)
  if (api === null) return
  try {
    await store(await api.download(`/api/backups/${made.name}/archive`, signal), path, made.sha256)
  } finally {
    await api.close()
  }
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

async function sync(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
