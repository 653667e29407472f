import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeProcessFolder } from '../../kernel/services/process-folder.ts'

const name = 'svc-tests'
/** Several times what all tests keep at the same time; what is not used takes no memory. */
const diskBytes = 8 * 1024 ** 3

/** Points everything that starts after it, in child processes too, to a temporary folder that goes at the end with all that lies in it. */
export function setup(): Promise<() => Promise<void>> {
  return openTemporaryFolder({ mayBeMemory: true })
}

/** As {@link setup}; on the disk, unless it may be one in memory, on which a commit waits for nothing. */
export async function openTemporaryFolder({ mayBeMemory }: { mayBeMemory: boolean }): Promise<() => Promise<void>> {
  const before = process.env['TMPDIR']
  await unmountThoseOfKilledRuns()
  const folder = await makeProcessFolder(name)
  const temporary = join(folder, 'tmp')
  await mkdir(temporary)
  const isMemory = mayBeMemory && process.availableMemory() > 1.5 * diskBytes && isMounted(temporary)
  // As the system's own: PostgreSQL and child programs run as other users.
  await chmod(folder, 0o755)
  await chmod(temporary, 0o1777)
  process.env['TMPDIR'] = temporary
  return async () => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    if (isMemory) unmount(temporary)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Mounts a disk in memory, where that is allowed: a test waits for a real one at each commit, often longer than it computes. */
function isMounted(place: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, name, place], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** At once for those who look for the place, and in fact when the last process has left it. */
function unmount(place: string): void {
  execFileSync('umount', ['--lazy', place], { stdio: 'ignore' })
}

async function unmountThoseOfKilledRuns(): Promise<void> {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '')
  const ours = new RegExp(`^${name} (\\S+/${name}-(\\d+)-[^/]+/tmp) tmpfs `, 'gm')
  for (const [, place = '', pid = ''] of mounts.matchAll(ours)) if (await isGone(pid)) unmount(place)
}

async function isGone(pid: string): Promise<boolean> {
  return readFile(`/proc/${pid}/stat`).then(
    () => false,
    () => true,
  )
}
