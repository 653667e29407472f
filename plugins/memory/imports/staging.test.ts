import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { WorkspaceFolders, WorkspaceMarks } from '@svc/plugin'
import { Staging } from './staging.ts'

let home: string
let staging: Staging
const workspace = `ws_${'1'.repeat(26)}`
let count = 0
let marked: Set<string>
const marks: WorkspaceMarks = {
  add: id => void marked.add(id),
  remove: id => void marked.delete(id),
  has: id => marked.has(id),
  list: async () => [...marked],
  of: () => marks,
}

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'svc-staging-'))
  const folders: WorkspaceFolders = {
    folder: async () => home,
    workspaceIds: async () => [workspace],
  }
  const secret = (): string => String((count += 1)).padStart(16, '0')
  marked = new Set()
  staging = new Staging(folders, marks, { create: prefix => prefix, secret })
})
afterEach(() => rm(home, { recursive: true, force: true }))

const goesOn = new AbortController().signal
const order = { source: 'x', tags: ['y'], provenance: { via: 'import' as const } }
const staged = async () => {
  const each = await staging.begin(workspace)
  await each.add({ name: '../../etc/passwd', content_type: 'text/plain' }, Buffer.from('Two lines.\n'))
  return each
}

it('keeps files under names of its own until they are removed, and how far they are', async () => {
  const made = await staged()
  await made.keep(order)
  await made.keepProgress({ files: 0, lines: 7, outcome: null })
  const again = await staging.open(workspace, made.id)
  expect(again.order).toEqual({ files: [{ name: '../../etc/passwd', content_type: 'text/plain' }], ...order })
  expect(again.staged.file(again.order, 0).path).toBe(join(home, 'imports', made.id, '0'))
  expect(await again.staged.progress()).toEqual({ files: 0, lines: 7, outcome: null })
  await again.staged.remove()
  expect(await readdir(join(home, 'imports'))).toEqual([])
})

it('removes what a crash has left, but not what a job will read, nor what is not its own', async () => {
  const [cut, needed, orphan] = [await staged(), await staged(), await staged()]
  await needed.keep(order)
  await orphan.keep(order)
  await mkdir(join(home, 'imports', 'other'))
  await writeFile(join(home, 'imports', 'note.tmp'), '')
  await staging.removeUnfinished()
  await staging.sweep(Date.now() + 60_000, async (_workspace, id) => id === needed.id, goesOn)
  expect(cut.path.endsWith('.tmp')).toBe(true)
  expect((await readdir(join(home, 'imports'))).toSorted()).toEqual([needed.id, 'note.tmp', 'other'].toSorted())
})

it('looks at a start into no workspace in which no import was left', async () => {
  await (await staged()).remove()
  expect(marked).toEqual(new Set([workspace]))
  await staging.removeUnfinished()
  expect(marked).toEqual(new Set())
})

it('removes nothing more once the server stops', async () => {
  const orphan = await staged()
  await orphan.keep(order)
  await staging.sweep(Date.now() + 60_000, async () => false, AbortSignal.abort())
  expect(await readdir(join(home, 'imports'))).toEqual([orphan.id])
})

it('leaves alone what is being taken in', async () => {
  const { path } = await staged()
  await staging.sweep(Date.now() - 60_000, async () => false, goesOn)
  expect(await readdir(path)).toEqual(['0'])
})

it.each(['../..', 'import-../../../../etc', `import-${'1'.repeat(17)}`, ''])(
  'opens no folder by the name %j',
  async id => {
    await expect(staging.open(workspace, id)).rejects.toThrow('import them again')
  },
)
