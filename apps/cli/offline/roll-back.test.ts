import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestPlanes, temporaryFolder } from '../../../test/rooms/planes.ts'
import { rollBackMigration } from './roll-back.ts'
import { countNotes, insertNote, noteMigrations } from '../../../test/rooms/plugins/backups.ts'

const [one, other] = ['ws_00000000000000000000000one', 'ws_000000000000000000000other']
const [notes] = noteMigrations
const later = { id: '0002-stars', statements: ['ALTER TABLE notes_items ADD COLUMN stars INTEGER'] }
const newer = [{ owner: 'notes', migrations: [...(notes?.migrations ?? []), later] }]
const failing = [
  {
    owner: 'notes',
    migrations: [
      ...(notes?.migrations ?? []),
      { id: '0002-broken', statements: ['DROP TABLE notes_items', 'nonsense'] },
    ],
  },
]
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let home: string

beforeEach(async () => {
  folder = await temporaryFolder()
  home = join(folder.path, 'home')
  await withPlanes(noteMigrations, data => {
    for (const workspace of [one, other]) data.use(workspace, db => db.run(insertNote, 'old'))
  })
})
afterEach(() => folder.remove())

async function withPlanes<T>(
  migrations: typeof newer,
  work: (data: Awaited<ReturnType<typeof openTestPlanes>>['data']) => T,
): Promise<T> {
  const planes = await openTestPlanes({ path: home, migrations })
  try {
    return work(planes.data)
  } finally {
    await planes.close()
  }
}

async function kept(): Promise<string[]> {
  const names = await readdir(join(home, 'backups'), { recursive: true }).catch(() => [])
  return names
    .filter(name => name.endsWith('data_plane.sqlite'))
    .map(name => name.replace(/^before-[0-9a-f]{16}/, 'before'))
}

describe('a migration of a file with data', () => {
  it('keeps the file as it was, once, and only the files that it touches', async () => {
    expect(await kept()).toEqual([])
    await withPlanes(newer, data => data.use(one, db => db.run(insertNote, 'new')))
    await withPlanes(newer, data => data.use(one, db => db.get(countNotes)))
    expect(await kept()).toEqual([`before/workspaces/${one}/data_plane.sqlite`])
    const [name = ''] = await readdir(join(home, 'backups'))
    const path = join(home, 'backups', name, 'workspaces', one, 'data_plane.sqlite')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('keeps it also when the migration fails and is undone', async () => {
    await expect(withPlanes(failing, data => data.use(one, db => db.get(countNotes)))).rejects.toThrow(
      /failed and was undone/,
    )
    expect([await kept(), await withPlanes(noteMigrations, data => data.use(one, db => db.get(countNotes)))]).toEqual([
      [`before/workspaces/${one}/data_plane.sqlite`],
      { count: 1 },
    ])
  })
})

describe('rollBackMigration', () => {
  it('brings the data back that the older version can read, and keeps what was written since', async () => {
    await withPlanes(newer, data => data.use(one, db => db.run(insertNote, 'new')))
    await expect(withPlanes(noteMigrations, data => data.use(one, db => db.get(countNotes)))).rejects.toThrow(
      /newer version/,
    )
    const { files, replaced } = await rollBackMigration(home, '2026-01-31T12:00:00.000Z')
    expect([files, await readdir(replaced, { recursive: true })]).toEqual([
      [`workspaces/${one}/data_plane.sqlite`],
      ['workspaces', `workspaces/${one}`, `workspaces/${one}/data_plane.sqlite`],
    ])
    const counts = await withPlanes(noteMigrations, data =>
      [one, other].map(id => data.use(id, db => db.get(countNotes))),
    )
    expect(counts).toEqual([{ count: 1 }, { count: 1 }])
  })

  it('takes a new copy when the same migration runs again after it', async () => {
    for (const note of ['first', 'second']) {
      await withPlanes(newer, data => data.use(one, db => db.run(insertNote, note)))
      await rollBackMigration(home, '2026-01-31T12:00:00.000Z')
      await withPlanes(noteMigrations, data => data.use(one, db => db.run(insertNote, 'in between')))
    }
    expect(await withPlanes(newer, data => data.use(one, db => db.get(countNotes)))).toEqual({ count: 3 })
  })

  it('refuses while a server runs, and where nothing was migrated', async () => {
    await expect(rollBackMigration(home, '')).rejects.toMatchObject({ code: 'not_found' })
    const planes = await openTestPlanes({ path: home, migrations: newer })
    planes.data.use(one, db => db.get(countNotes))
    await expect(rollBackMigration(home, '')).rejects.toMatchObject({ code: 'home_in_use' })
    await planes.close()
  })
})
