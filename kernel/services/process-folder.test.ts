import { spawnSync } from 'node:child_process'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { ownTemporaryFolder } from '../../test/support/own-temporary-folder.ts'
import { makeProcessFolder } from './process-folder.ts'

const temporary = ownTemporaryFolder()

async function leave(name: string, { hoursAgo = 2, file = false } = {}): Promise<string> {
  const path = join(temporary(), name)
  await (file ? writeFile(path, '') : mkdir(path))
  if (!file) await writeFile(join(path, 'rest'), 'left')
  const at = new Date(Date.now() - hoursAgo * 3_600_000)
  await utimes(path, at, at)
  return name
}

it('removes the folders that killed processes have left, and nothing else', async () => {
  const { pid: ended } = spawnSync(process.execPath, ['--version'])
  await leave(`svc-work-${ended}-a`)
  const kept = [
    await leave(`svc-work-${process.pid}-b`),
    await leave(`svc-work-${ended}-c`, { hoursAgo: 0 }),
    await leave(`svc-work-${ended}-d`, { file: true }),
    await leave(`svc-other-${ended}-e`),
    await leave('svc-work-f'),
  ]
  const made = await makeProcessFolder('svc-work')
  expect(basename(made)).toMatch(new RegExp(`^svc-work-${process.pid}-`))
  expect((await readdir(temporary())).toSorted()).toEqual([...kept, basename(made)].toSorted())
})
