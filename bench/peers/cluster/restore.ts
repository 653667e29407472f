/** A workspace of many megabytes is made, kept in the bucket and given up; then a home that is empty takes it. */
import { stat } from 'node:fs/promises'
import { RandomDocuments } from '../../support/random-documents.ts'
import { reportFigures } from '../../support/queue-figures.ts'
import { openShipped, workspace } from './opened-plane.ts'

export interface RestoreFigures {
  ms: number
  megabytes: number
}

const { DATABASE_URL: databaseUrl = '', CONTENT_URL: url = '', KEYS: keys = 'null' } = process.env
const megabytes = Number(process.env['MEGABYTES'] ?? 160)
const id = workspace(1)
const content = { url, keys: JSON.parse(keys) as { access_key_id: string; secret_access_key: string } | null }

async function fill(): Promise<void> {
  const plane = await openShipped(databaseUrl, content)
  const documents = new RandomDocuments(1, 1)
  const texts = Array.from({ length: 2000 }, () => documents.text())
  await plane.data.enter(id)
  for (let made = 0; made < megabytes; made += 8) {
    await plane.kept(id, () => {
      plane.data.use(id, db => {
        db.transaction(() => {
          for (let bytes = 0; bytes < 8 * 1024 * 1024;) {
            // No two are the same, so that what is compressed is as it is in notes of people.
            const body = Array.from({ length: 8 }, () => texts[Math.floor(Math.random() * texts.length)]).join('\n')
            db.run('INSERT INTO bench_notes (title, body) VALUES (?, ?)', body.slice(0, 40), body)
            bytes += body.length
          }
        })
      })
    })
  }
  await plane.data.release(id)
  await plane.close()
}

await fill()
const plane = await openShipped(databaseUrl, content)
const began = performance.now()
await plane.data.enter(id)
const ms = performance.now() - began
const bytes = (await stat(plane.data.pathOf(id))).size
plane.data.use(id, db => db.get('SELECT count(*) FROM bench_notes'))
await plane.close()
reportFigures<RestoreFigures>({ ms, megabytes: bytes / 1024 / 1024 })
