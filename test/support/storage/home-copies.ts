import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestKernel } from '../../rooms/kernel.ts'

/** A folder for homes and archives, and its removal. */
export async function scratchFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'svc-copies-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** Downloads an archive and writes it to `path`. */
export async function downloadBackup(
  kernel: TestKernel,
  request: { path: string; scope?: 'workspace' | 'home'; key?: string },
): Promise<{ status: number; headers: Headers; bytes: number }> {
  const { scope } = request
  const answer = await fetch(`${kernel.url}/api/data/backup`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${request.key ?? kernel.key}`,
      ...(scope ? { 'content-type': 'application/json' } : {}),
    },
    ...(scope ? { body: JSON.stringify({ scope }) } : {}),
  })
  const content = Buffer.from(await answer.arrayBuffer())
  await writeFile(request.path, content)
  return { status: answer.status, headers: answer.headers, bytes: content.length }
}
