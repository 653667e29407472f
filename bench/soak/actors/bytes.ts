import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ConflictError } from '@svc/sdk'
import type { SvcClient } from '@svc/sdk'
import { untilGone } from '../actor.ts'
import type { ActorKind } from '../actor.ts'

const sizes = [2_000, 200_000, 3_000_000]
/** Files that stay; older ones are deleted for good, so that the disk does not grow with the soak. */
const kept = 20

/** Files of three sizes, read back. What stays has its bytes at the end. */
export const files: ActorKind = {
  kind: 'files',
  pauseMs: 700,
  async make({ client, mark, random }) {
    const hashes = new Map<string, string>()
    let count = 0
    return {
      async act() {
        const size = sizes[Math.floor(random() * sizes.length)] ?? 2000
        const content = randomBytes(size)
        const path = `${mark}/file-${count}.bin`
        count += 1
        const file = await client.files.put(path, content)
        hashes.set(file.file_id, hashOf(content))
        if (hashOf(await client.files.content(file.file_id)) !== hashes.get(file.file_id)) {
          hashes.set(file.file_id, 'read back with other bytes')
        }
        if (hashes.size <= kept) return
        const [oldest] = hashes.keys()
        if (oldest === undefined) return
        await untilGone(() => client.files.delete(oldest))
        await untilGone(() => client.files.purge(oldest))
        hashes.delete(oldest)
      },
      async broken() {
        let wrong = 0
        for (const [id, hash] of hashes) {
          const content = await client.files.content(id).catch(() => new Uint8Array())
          if (hashOf(content) !== hash) wrong += 1
        }
        return wrong > 0 ? [`${wrong} of ${hashes.size} files are lost or have other bytes`] : []
      },
    }
  },
}

/** Backups of a workspace that stays as it is, so that one takes as long as the next. Each is an archive. */
export const backups: ActorKind = {
  kind: 'backups',
  pauseMs: 30_000,
  workspace: 'still',
  async make({ client, mark }) {
    await client.files.put(`${mark}/kept.bin`, randomBytes(20_000_000))
    let wrong = 0
    return {
      async act() {
        if (!(await isBackedUp(client))) wrong += 1
      },
      broken: () => Promise.resolve(wrong > 0 ? [`${wrong} backups were no archive`] : []),
    }
  },
}

/** Backups of a workspace in which everybody works: it grows, and so do they. */
export const busyBackups: ActorKind = {
  kind: 'backups of a busy workspace',
  pauseMs: 900_000,
  grows: true,
  async make({ client }) {
    let wrong = 0
    return {
      async act() {
        if (!(await isBackedUp(client))) wrong += 1
      },
      async broken() {
        if (!(await isBackedUp(client))) wrong += 1
        return wrong > 0 ? [`${wrong} backups were no archive`] : []
      },
    }
  },
}

async function isBackedUp(client: SvcClient): Promise<boolean> {
  const archive = await backedUp(client)
  // gzip begins with these two bytes; a database file with its name.
  const head = Buffer.from(archive.subarray(0, 15))
  return head.readUInt16BE(0) === 0x1f8b || head.toString('latin1').startsWith('SQLite format 3')
}

/** A server makes one backup at a time. */
async function backedUp(client: SvcClient): Promise<Uint8Array> {
  for (;;) {
    try {
      return await client.data.backup({}, { timeout: 120_000 })
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error
      await pause(1_000)
    }
  }
}

function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
