import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'

/** Gives each of the tests beside the call an empty temporary folder that nothing else uses. The answer is its path, while a test runs. */
export function ownTemporaryFolder(): () => string {
  const before = process.env['TMPDIR']
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-test-'))
    // PostgreSQL runs as somebody else where the tests run as root.
    await chmod(folder, 0o711)
    process.env['TMPDIR'] = folder
  })
  afterEach(async () => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    await rm(folder, { recursive: true })
  })
  return () => folder
}
