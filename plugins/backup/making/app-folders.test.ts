import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/rooms/planes.ts'
import { startTestBackups, verifyTestArchive } from '../../../test/rooms/plugins/backups.ts'
import type { TestBackups } from '../../../test/rooms/plugins/backups.ts'
import { restoreTestArchive } from '../../../test/rooms/offline-homes.ts'
import type { ArchivedApps } from '../archive/backup-manifest.ts'
import { placeApps } from '../archive/place-apps.ts'
import { copyAppFolders } from './app-folders.ts'

let room: TestBackups
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let apps: string

beforeEach(async () => {
  folder = await temporaryFolder()
  apps = join(folder.path, 'apps')
  await write('greet/main.ts', 'export default 1')
  await write('greet/tests/one.json', '{}')
  await write('tsconfig.json', '{}')
  room = await startTestBackups({ appFolder: () => apps })
})
afterEach(async () => {
  await room.stop()
  await folder.remove()
})

async function write(path: string, content: string): Promise<string> {
  const file = join(apps, path)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, content)
  return file
}

async function archived(): Promise<{ paths: string[]; apps: ArchivedApps | undefined; file: string }> {
  const made = await room.service.create({ reason: 'manual' })
  const { files, app_folders } = await verifyTestArchive(made.path)
  expect(made.app_folders ?? undefined).toEqual(app_folders)
  const paths = files.map(({ path }) => path).filter(path => path.startsWith('manifests/'))
  return { paths, apps: app_folders, file: made.path }
}

describe('A backup of the home', () => {
  it('holds the folders of the agent apps, and a restored home has them', async () => {
    const { paths, apps: said, file } = await archived()
    expect(paths).toEqual(['manifests/greet/main.ts', 'manifests/greet/tests/one.json'])
    expect(said).toEqual({ from: apps, names: ['greet'], left_out: [] })
    const home = join(folder.path, 'restored')
    await restoreTestArchive(file, home, { version: '1.2.3' })
    expect(await readFile(join(home, 'manifests/greet/main.ts'), 'utf8')).toBe('export default 1')
  })

  it('leaves out links, packages, pipes and names that no other system can write, and says so', async () => {
    await write('greet/node_modules/left-pad/index.js', '')
    await write('greet/a:b.txt', '')
    await write('greet/Main.ts', '')
    await symlink('/etc/passwd', join(apps, 'greet/passwd'))
    await symlink('/etc', join(apps, 'linked'))
    execFileSync('mkfifo', [join(apps, 'greet/pipe')])
    const { paths, apps: said } = await archived()
    expect(paths).toEqual(['manifests/greet/Main.ts', 'manifests/greet/tests/one.json'])
    expect(said?.left_out).toEqual([
      { path: 'greet/node_modules', reason: 'holds packages, which no app may have' },
      { path: 'greet/passwd', reason: 'is a link, which no app may have' },
      { path: 'greet/pipe', reason: 'is no regular file' },
      { path: 'greet/a:b.txt', reason: 'has characters that are not for names' },
      { path: 'greet/main.ts', reason: 'stands there twice' },
      { path: 'linked', reason: 'is a link, which no app may have' },
    ])
  })

  it('leaves out an app that is far too large, and takes the others', async () => {
    for (let index = 0; index < 2000; index += 1) await writeFile(join(apps, 'greet', `${index}.txt`), '')
    await write('small/main.ts', '1')
    const { paths, apps: said } = await archived()
    expect([paths, said]).toEqual([
      ['manifests/small/main.ts'],
      {
        from: apps,
        names: ['small'],
        left_out: [
          { path: 'greet', reason: 'is larger than 2000 files or 64 MiB, so nothing of it is in the archive' },
        ],
      },
    ])
  })

  it('leaves out what cannot be read', async () => {
    await chmod(await write('greet/secret.ts', 'x'), 0o000)
    await write('closed/main.ts', '1')
    await chmod(join(apps, 'closed'), 0o000)
    await chmod(folder.path, 0o755)
    const target = await mkdtemp(join(folder.path, 'target-'))
    await chmod(target, 0o777)
    // root may read everything
    const nobody = 65_534
    if (process.getuid?.() === 0) process.seteuid?.(nobody)
    const copied = await copyAppFolders(apps, target).finally(() => process.seteuid?.(process.getuid?.() ?? 0))
    await chmod(join(apps, 'closed'), 0o700)
    expect(copied.leftOut).toEqual([
      { path: 'closed', reason: 'cannot be read (EACCES)' },
      { path: 'greet/secret.ts', reason: 'cannot be read (EACCES)' },
    ])
    expect(copied.files.map(({ path }) => path)).toEqual(['manifests/greet/main.ts', 'manifests/greet/tests/one.json'])
  })

  it('holds apps that lie in the home as a part of it', async () => {
    const home = join(folder.path, 'home')
    await mkdir(join(home, 'manifests/own'), { recursive: true, mode: 0o700 })
    await writeFile(join(home, 'manifests/own/main.ts'), '1')
    await room.stop()
    room = await startTestBackups({ home, appFolder: () => join(home, 'manifests') })
    expect(await archived()).toMatchObject({ paths: ['manifests/own/main.ts'], apps: undefined })
  })

  it('takes the app that is served when the home still has one of its name, and says so', async () => {
    await mkdir(join(room.home, 'manifests/greet'), { recursive: true })
    await writeFile(join(room.home, 'manifests/greet/old.ts'), 'old')
    await mkdir(join(room.home, 'manifests/other'))
    await writeFile(join(room.home, 'manifests/other/main.ts'), '2')
    const { paths, apps: said } = await archived()
    expect(paths.toSorted()).toEqual([
      'manifests/greet/main.ts',
      'manifests/greet/tests/one.json',
      'manifests/other/main.ts',
    ])
    expect(said?.left_out).toEqual([
      { path: join(room.home, 'manifests/greet/old.ts'), reason: `is in the archive as it is in ${apps}` },
    ])
  })
})

describe('placeApps', () => {
  it('puts apps beside those that are there and never over one', async () => {
    const restored = join(folder.path, 'restored/manifests')
    const put = async (path: string, content: string): Promise<void> => {
      await mkdir(join(restored, path, '..'), { recursive: true })
      await writeFile(join(restored, path), content)
    }
    await put('new/src/main.ts', 'new')
    await put('greet/main.ts', 'export default 1')
    await put('changed/main.ts', 'as it was')
    await write('changed/main.ts', 'as it is')

    expect(await placeApps(['changed', 'greet', 'new'], restored, apps)).toEqual({
      placed: ['new'],
      same: ['greet'],
      kept: [{ name: 'changed', reason: `differs from ${join(apps, 'changed')}, which was left as it is` }],
    })
    expect(await readFile(join(apps, 'new/src/main.ts'), 'utf8')).toBe('new')
    expect(await readFile(join(apps, 'changed/main.ts'), 'utf8')).toBe('as it is')
    expect([(await readdir(restored)).toSorted(), (await readdir(apps)).toSorted()]).toEqual([
      ['changed'],
      ['changed', 'greet', 'new', 'tsconfig.json'],
    ])
  })

  it('keeps them in the home where the folder of the apps cannot be written', async () => {
    const restored = join(folder.path, 'restored/manifests')
    await mkdir(join(restored, 'new'), { recursive: true })
    await writeFile(join(restored, 'new/main.ts'), '1')
    const { kept, placed } = await placeApps(['new'], restored, join(apps, 'tsconfig.json'))
    expect([placed, kept]).toEqual([
      [],
      [{ name: 'new', reason: expect.stringContaining('could not be put') as string }],
    ])
    expect(await readdir(restored)).toEqual(['new'])
  })
})
