import { mkdir, readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../test/rooms/planes.ts'
import { removeOldMigrationFolders } from './home-copies.ts'

it('the newest three copies from before migrations stay', async () => {
  const { path: home, remove } = await temporaryFolder()
  onTestFinished(remove)
  const backups = join(home, 'backups')
  const names = ['1', '2', '3', '4', '5'].map(digit => `before-${digit.repeat(16)}`)
  for (const [index, name] of names.entries()) {
    await mkdir(join(backups, name), { recursive: true })
    await utimes(join(backups, name), index, index)
  }
  await removeOldMigrationFolders(home)
  expect(await readdir(backups)).toEqual(names.slice(2))
})
