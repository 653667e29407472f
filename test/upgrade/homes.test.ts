import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { restoreTestArchive } from '../rooms/offline-homes.ts'
import { downloadBackup, scratchFolder } from '../support/storage/home-copies.ts'
import { unpackFolder } from './home-archive.ts'
import homes from './homes.json' with { type: 'json' }
import { OldServer } from './old-server.ts'
import { askAll } from './records.ts'

const folder = import.meta.dirname

/** What a later version makes by itself stands beside what was there. */
function expectKept(answers: object, before: object): void {
  const expected = Object.entries(before).flatMap(([name, value]) => {
    if (value === null) return []
    return [[name, Array.isArray(value) ? expect.arrayContaining(value as unknown[]) : (value as unknown)] as const]
  })
  expect(answers).toMatchObject(Object.fromEntries(expected))
}

async function ask(kernel: TestKernel, home: string): Promise<object> {
  const server = new OldServer(kernel.url)
  server.useKey(await readFile(join(home, 'key.txt'), 'utf8'))
  const answers = await askAll(server)
  // By the old password.
  await server.signIn()
  return answers
}

it.each(homes)(
  'a home of $commit, $at, opens, and answers as before, also restored from its backup',
  async ({ commit, answers }) => {
    const scratch = await scratchFolder()
    try {
      const [home, restored, archive] = ['home', 'restored', 'backup.tar.gz'].map(name => join(scratch.path, name)) as [
        string,
        string,
        string,
      ]
      await unpackFolder(join(folder, 'homes', `${commit}.tar.br`), home)
      const first = await startTestKernel({ home })
      try {
        expectKept(await ask(first, home), answers)
        expect(await downloadBackup(first, { path: archive, scope: 'home' })).toMatchObject({ status: 200 })
      } finally {
        await first.stop()
      }
      await restoreTestArchive(archive, restored)
      const second = await startTestKernel({ home: restored })
      try {
        expectKept(await ask(second, home), answers)
      } finally {
        await second.stop()
      }
    } finally {
      await scratch.remove()
    }
  },
  60_000,
)
