import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Containers that share the folder do not see each other's processes: what one of them uses looks abandoned. */
const leftAloneMs = 3_600_000

/**
 * A temporary folder of this process. Those of the same name are removed whose processes were killed before they could do it: folders of
 * this user that nobody has changed for an hour.
 */
export async function makeProcessFolder(name: string): Promise<string> {
  const named = new RegExp(`^${name}-(\\d+)-[^-]+$`)
  for (const entry of await readdir(tmpdir())) {
    const pid = named.exec(entry)?.[1]
    // Another process may remove it at the same time.
    if (pid !== undefined && isGone(Number(pid))) await removeOld(join(tmpdir(), entry)).catch(() => null)
  }
  return mkdtemp(join(tmpdir(), `${name}-${process.pid}-`))
}

function isGone(pid: number): boolean {
  try {
    return !process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

async function removeOld(path: string): Promise<void> {
  const found = await lstat(path)
  const isOurs = found.isDirectory() && (process.getuid === undefined || found.uid === process.getuid())
  if (isOurs && Date.now() - found.mtimeMs > leftAloneMs) await rm(path, { recursive: true })
}
