import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { Zip, ZipDeflate } from 'fflate'
import type { PackTask } from '../rendering/render-task.ts'

/** Packs files in their order, each with the same time: the same files give the same bytes, wherever they are packed. */
export async function writeZip({ entries, at, path }: Pick<PackTask, 'entries' | 'at' | 'path'>): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx' })
  const end = finished(file)
  // Awaited below; a full disk ends it while entries are still read.
  end.catch(() => undefined)
  const failures: Error[] = []
  const zip = new Zip((error, chunk, isLast) => {
    if (error) failures.push(error)
    else file.write(chunk)
    if (isLast) file.end()
  })
  const mtime = wallTime(at)
  for (const { name, path: from } of entries) {
    const entry = new ZipDeflate(name, { level: 6 })
    entry.mtime = mtime
    zip.add(entry)
    for await (const chunk of createReadStream(from)) {
      entry.push(chunk as Uint8Array)
      if (failures[0]) throw failures[0]
      if (file.errored) throw file.errored
      if (file.writableNeedDrain) await Promise.race([once(file, 'drain'), end])
    }
    entry.push(new Uint8Array(0), true)
  }
  zip.end()
  await end
}

/** ZIP files hold the time on the wall: that of UTC, not of wherever this runs. */
function wallTime(at: string): Date {
  const utc = new Date(at)
  const [year, month, day] = [utc.getUTCFullYear(), utc.getUTCMonth(), utc.getUTCDate()]
  return new Date(year, month, day, utc.getUTCHours(), utc.getUTCMinutes(), utc.getUTCSeconds())
}
