import { readdirSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { childPids, rssMb } from '../support/process.ts'
import type { Installation } from './installation.ts'

/** What the server holds at one moment. */
export interface Sample {
  /** Milliseconds since the soak began. */
  at: number
  /** MiB of the server's own process. */
  serverMb: number
  /** MiB of its child processes together. */
  childrenMb: number
  descriptors: number
  /** What keeps Node's event loop alive. */
  handles: number
  /** MiB on the disk that are no records. */
  otherDiskMb: number
}

/** Null while the server is away. */
export async function sample(installation: Installation, at: number): Promise<Sample | null> {
  const pid = installation.serverPid
  try {
    const children = childPids(pid)
    return {
      at,
      serverMb: rssMb(pid),
      childrenMb: children.reduce((sum, child) => sum + rssOf(child), 0),
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
      handles: await handlesOf(installation.url),
      otherDiskMb: (await otherBytes(installation.home)) / 1024 / 1024,
    }
  } catch {
    // Killed in the midst of being looked at.
    return null
  }
}

function rssOf(pid: number): number {
  try {
    return rssMb(pid) || 0
  } catch {
    return 0
  }
}

async function handlesOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^(?:\w+_)?nodejs_active_resources_total (\d+)/m.exec(text)?.[1] ?? Number.NaN)
}

/** Records that stay: the files of workspaces, and who did what. And what the soak put there. */
const notCounted = /^(workspaces|data_plane|files)\/|^control_plane\/audit\.jsonl$|^filler$/

async function otherBytes(home: string): Promise<number> {
  const names = await readdir(home, { recursive: true })
  let bytes = 0
  for (const name of names) {
    if (notCounted.test(name)) continue
    const found = await stat(join(home, name)).catch(() => null)
    if (found?.isFile() === true) bytes += found.size
  }
  return bytes
}
