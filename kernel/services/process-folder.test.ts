import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeProcessFolder } from './process-folder.ts'

const before = process.env['TMPDIR']
let temporary: string

beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'svc-test-'))
  process.env['TMPDIR'] = temporary
})

afterEach(async () => {
  if (before === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = before
  await rm(temporary, { recursive: true })
})

async function leave(name: string, { hoursAgo = 2, file = false } = {}): Promise<string> {
  const path = join(temporary, name)
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
  expect((await readdir(temporary)).toSorted()).toEqual([...kept, basename(made)].toSorted())
})
