import { chmod, rm } from 'node:fs/promises'
import { makeProcessFolder } from '../../kernel/services/process-folder.ts'

/** Points everything that starts after it, in child processes too, to a temporary folder that goes at the end with all that lies in it. */
export async function setup(): Promise<() => Promise<void>> {
  const before = process.env['TMPDIR']
  const folder = await makeProcessFolder('svc-tests')
  // As the system's own: PostgreSQL and child programs run as other users.
  await chmod(folder, 0o1777)
  process.env['TMPDIR'] = folder
  return async () => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
