import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'vitest'

/** A disk of 4 MB in the mount namespace of a process, seen through `/proc`. */
export async function smallDisk(context: TestContext, path: string): Promise<{ path: string; end(): Promise<void> }> {
  const place = join(path, 'disk')
  await mkdir(place)
  const asRoot = process.getuid?.() === 0 ? [] : ['-r']
  const script = 'mount -t tmpfs -o size=4m none "$0" && echo mounted && exec cat'
  const holder = spawn('unshare', [...asRoot, '-m', 'sh', '-c', script, place], { stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = once(holder, 'exit').catch(() => null)
  const isMounted = await Promise.race([once(holder.stdout, 'data').then(() => true), ended.then(() => false)])
  if (!isMounted) context.skip('no disk of its own can be mounted here')
  const end = async (): Promise<void> => {
    holder.stdin.end()
    await ended
    await rm(place, { recursive: true, force: true })
  }
  return { path: join('/proc', String(holder.pid), 'root', place), end }
}
