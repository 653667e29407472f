import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { fingerprint } from '../../scripts/bootstrap/web-app.mjs'
import { ownTemporaryFolder } from '../support/own-temporary-folder.ts'

const folder = ownTemporaryFolder()

it('the browser app is built anew when its sources or the manual change, and not for a README', async () => {
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder(), path)), { recursive: true })
    await writeFile(join(folder(), path), text)
  }
  await write('docs/jobs.md', '# Jobs')
  await write('apps/web/src/main.tsx', 'a')
  const first = fingerprint(folder())
  await write('apps/web/README.md', 'b')
  expect(fingerprint(folder())).toBe(first)
  await write('docs/jobs.md', '# Jobs and workers')
  const second = fingerprint(folder())
  expect(second).not.toBe(first)
  await write('apps/web/src/main.tsx', 'c')
  expect(fingerprint(folder())).not.toBe(second)
})
