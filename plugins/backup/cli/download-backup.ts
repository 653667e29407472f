import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { messageOf, SvcError, UpstreamError } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import { verifyBytes } from '../archive/verify-archive.ts'
import type { BackupManifest } from '../archive/backup-manifest.ts'
import type { Commands } from '../generated/commands.ts'
import { appsInWords } from './apps-in-words.ts'
import { megabytes } from './megabytes.ts'
import { assertFree, writeNewFile } from './new-file.ts'

/** Backs a running server up, also one elsewhere, into a file here; nothing stays on its machine. */
export async function downloadBackup(context: CommandContext<Commands['backup download']>): Promise<number> {
  const { client, io, signal } = context
  const path = resolve(io.cwd, context.arguments.file)
  assertFree(path)
  const scope = context.options.scope ?? 'home'
  const manifests: BackupManifest[] = []
  await writeNewFile(path, async unfinished => {
    const body = await client.download('/api/data/backup', { scope })
    await pipeline(body, createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }), { signal })
    manifests.push(await verifyBytes(unfinished, signal))
  }).catch((error: unknown) => {
    if (error instanceof SvcError || signal.aborted) throw error
    throw new UpstreamError(`The backup did not arrive at ${path}: ${messageOf(error)}. Nothing was kept.`, {
      cause: error,
    })
  })
  const { size: bytes } = await stat(path)
  const { created_at = null, app_folders: apps = null } = manifests[0] ?? {}
  io.result(
    { path, scope, bytes, created_at, app_folders: apps },
    `Backed up ${scope === 'home' ? 'the whole home of the server' : 'the workspace of the key'} and checked it: ${path} (${megabytes(bytes)})${appsInWords(apps)}\nIt holds keys and passwords: keep it safe.`,
  )
  return 0
}
