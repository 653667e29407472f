import { globSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { TestKernel } from '../../rooms/kernel.ts'

// One content serves all of them: a folder of 10,000 files is a matter of rows, and to write them one by one would take a minute.
const insertMany = `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < @count)
  INSERT INTO files_files (file_id, path, sha256, size, content_type, version, links, created_at, updated_at, deleted_at)
  SELECT 'file_' || printf('%026d', n), @folder || '/' || printf('%05d', n) || '.txt', sha256, size, content_type, 1, 1, created_at, updated_at, NULL
  FROM numbers, files_files WHERE path = @path`
const insertVersions = `INSERT INTO files_versions (file_id, version, sha256, size, content_type, created_at, created_by)
  SELECT file_id, 1, sha256, size, content_type, created_at, 'test' FROM files_files WHERE path LIKE @folder || '/%'`
const countContents =
  'UPDATE files_contents SET refs = refs + @count WHERE sha256 = (SELECT sha256 FROM files_files WHERE path = @path)'

/** Puts a folder of so many files, `00000.txt` and on, into the only workspace of a server. */
export async function putManyFiles(svc: TestKernel, folder: string, count: number): Promise<void> {
  const path = 'first of many.txt'
  await svc.request('POST', '/api/files/text', { body: { path, text: 'The same in all of them.' } })
  const [file = ''] = globSync('workspaces/*/data_plane.sqlite', { cwd: svc.home })
  const db = new Database(join(svc.home, file), { fileMustExist: true })
  try {
    db.pragma('busy_timeout = 5000')
    db.transaction(() => {
      db.prepare(insertMany).run({ count, folder, path })
      db.prepare(insertVersions).run({ folder })
      db.prepare(countContents).run({ count, path })
    })()
  } finally {
    db.close()
  }
}
