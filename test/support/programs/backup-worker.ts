// A program that backs a home up, for tests that kill it or fill its disk. Arguments: what to do, the home's folder.
import { readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SvcError } from '@svc/plugin'
import { startTestBackups, verifyTestArchive } from '../../rooms/plugins/backups.ts'
import type { TestBackups } from '../../rooms/plugins/backups.ts'

function say(line: unknown): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

/** Makes one backup after the other without end. */
async function repeat(room: TestBackups): Promise<void> {
  for (let index = 0; index < 300; index += 1) room.note(`${index}`.repeat(2000))
  for (;;) say((await room.service.create({ reason: 'manual' })).name)
}

/** Tries with a full disk, and again with room. */
async function fill(room: TestBackups): Promise<void> {
  const inFolder = () => readdir(join(room.home, 'backups'))
  for (let index = 0; index < 300; index += 1) room.note(Math.random().toString(36).repeat(200))
  const filler = join(room.home, 'filler.tmp')
  const { bavail, bsize } = await statfs(room.home)
  // Room for the log of one more note, and not for a copy of the database.
  await writeFile(filler, Buffer.alloc(bavail * bsize - 400_000))
  const code = await room.service.create({ reason: 'manual' }).then(
    () => 'made',
    (error: unknown) => (error instanceof SvcError ? error.code : String(error)),
  )
  const left = await inFolder()
  room.note('still works')
  await rm(filler)
  const { path } = await room.service.create({ reason: 'manual' })
  const { files } = await verifyTestArchive(path)
  say({ code, left, rows: files[0]?.sqlite?.tables['notes_items'], names: (await inFolder()).length })
}

const [command = '', home = ''] = process.argv.slice(2)
const room = await startTestBackups({ home })
say('ready')
if (command === 'repeat') await repeat(room)
if (command === 'fill') await fill(room)
await room.stop()
