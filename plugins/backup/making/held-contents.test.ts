import { hash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startTestBackups, testWorkspace, verifyTestArchive } from '../../../test/rooms/plugins/backups.ts'
import type { TestBackups } from '../../../test/rooms/plugins/backups.ts'

const sha256 = (text: string): string => hash('sha256', text, 'hex')

/** Keeps the text as the only content, as a file does of which no older versions are kept. */
async function replaceBy(text: string, { contents, planes }: TestBackups): Promise<void> {
  const quota = { add: () => undefined, release: () => undefined }
  const staged = await contents.stage(testWorkspace, Buffer.from(text), quota)
  const old = await contents.place([staged], () =>
    planes.data.use(testWorkspace, db =>
      db.transaction(() => {
        const bodies = db.all<{ body: string }>('SELECT body FROM notes_items').map(({ body }) => body)
        db.run('DELETE FROM notes_items')
        db.run('INSERT INTO notes_items (body) VALUES (?)', staged.sha256)
        return bodies
      }),
    ),
  )
  await contents.sweep(testWorkspace, new Set(old))
}

async function kept({ home }: TestBackups): Promise<string[]> {
  const names = await readdir(join(home, 'workspaces', testWorkspace, 'notes'), { recursive: true })
  return names.map(name => name.slice(3)).filter(name => name.length === 64)
}

it('holds each content that its records name, also one that was replaced while it was made; that goes afterwards', async () => {
  let replacements = 0
  const room: TestBackups = await startTestBackups({
    async onRecordsCopied() {
      await replaceBy(`text ${(replacements += 1)}`, room)
    },
  })
  try {
    await replaceBy('text 0', room)
    const { path } = await room.service.create({ reason: 'manual' })
    const { files } = await verifyTestArchive(path)
    const names = files.map(file => file.path.slice(-64))
    expect([replacements, names.includes(sha256('text 0')), await kept(room)]).toEqual([1, true, [sha256('text 1')]])
  } finally {
    await room.stop()
  }
})
