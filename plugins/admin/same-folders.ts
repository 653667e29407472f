import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { codeOf, messageOf, UnavailableError } from '@svc/plugin'
import type { Clock, ClusterDirectory, Logger } from '@svc/plugin'
import { repeatedly } from '@svc/plugin/library/time/waiting'

const everyMs = 60_000

export interface SameFoldersOptions {
  cluster: ClusterDirectory
  /** Folders that should be the same on all servers. */
  folders: readonly string[]
  clock: Clock
  log: Logger
  signal: AbortSignal
}

/** Notes for the other servers what lies in the folders, now and each minute until the signal. Never rejects. */
export async function noteFolders({ cluster, folders, clock, log, signal }: SameFoldersOptions): Promise<void> {
  const note = async (): Promise<void> => {
    try {
      const hashes: Record<string, string> = {}
      for (const folder of folders) hashes[basename(folder)] = await hashOf(folder)
      await cluster.note(hashes)
    } catch (error) {
      log.warn({ reason: messageOf(error) }, 'what lies on this machine cannot be compared with the other servers now')
    }
  }
  await note()
  await repeatedly(everyMs, note, { clock, signal })
}

/** @throws UnavailableError that names what is not the same on all servers */
export async function assertSameFolders(cluster: ClusterDirectory): Promise<void> {
  const servers = (await cluster.servers()).filter(({ state }) => state !== 'lost')
  const own = servers.find(({ server_id }) => server_id === cluster.serverId)?.hashes ?? {}
  const names = Object.keys(own).filter(name => servers.some(({ hashes }) => (hashes[name] ?? own[name]) !== own[name]))
  if (names.length === 0) return
  throw new UnavailableError(
    `Not the same on all servers: ${names.join(', ')}. "svc cluster status" says where; copy it to all machines.`,
  )
}

/** Of the names and contents of all files in it; a folder that is not there is an empty one. */
async function hashOf(folder: string): Promise<string> {
  const whole = createHash('sha256')
  for (const path of await filesIn(folder)) {
    const name = relative(folder, path).split(sep).join('/')
    whole.update(`${Buffer.byteLength(name)} ${name} `)
    for await (const piece of createReadStream(path)) whole.update(piece as Buffer)
  }
  return whole.digest('hex')
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter(entry => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name))
    return files.filter(path => !path.split(sep).includes('node_modules')).toSorted()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}
