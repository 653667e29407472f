import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { withLock } from '../../scripts/bootstrap/with-lock.mjs'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-lock-'))
  file = join(folder, 'lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** No process has a number that high. */
const goneProcess = 2 ** 31 - 1

it('a lock of another container is held, though its process is not one of ours', async () => {
  writeFileSync(file, `${goneProcess} another-container pid:[1]`)
  let hasRun = false
  const done = withLock(file, async () => void (hasRun = true))
  expect(hasRun).toBe(false)
  rmSync(file)
  await done
  expect([hasRun, existsSync(file)]).toEqual([true, false])
})

it('a lock of another container that was silent for long is taken over', async () => {
  writeFileSync(file, `${goneProcess} another-container pid:[1]`)
  const longAgo = new Date(Date.now() - 60_000)
  utimesSync(file, longAgo, longAgo)
  expect(await withLock(file, async () => 'done')).toBe('done')
})

it('a lock of a process that has ended here is taken over at once', async () => {
  let text = ''
  await withLock(file, async () => {
    const { readFileSync } = await import('node:fs')
    text = readFileSync(file, 'utf8')
  })
  expect(text).toContain(hostname())
  writeFileSync(file, text.replace(/^\d+/, String(goneProcess)))
  expect(await withLock(file, async () => 'done')).toBe('done')
})

it('a lock that another process has taken over meanwhile stays theirs', async () => {
  await withLock(file, async () => writeFileSync(file, '1 elsewhere pid:[2]'))
  expect(existsSync(file)).toBe(true)
})
