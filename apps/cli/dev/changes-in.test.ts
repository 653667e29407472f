import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { changesIn } from './changes-in.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-changes-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('hears of a folder that was removed and made anew', async () => {
  const built = join(folder, 'dist')
  const build = (): void => {
    rmSync(built, { recursive: true, force: true })
    mkdirSync(built)
    writeFileSync(join(built, 'plugin.js'), '')
  }
  build()
  const stop = new AbortController()
  const changes = changesIn(folder, stop.signal)
  await changes.next()
  const first = changes.next()
  build()
  expect(await first).toMatchObject({ done: false })
  const second = changes.next()
  writeFileSync(join(built, 'plugin.js'), 'export default 1')
  expect(await second).toMatchObject({ done: false })
  stop.abort()
  await changes.return(undefined)
})
