import { once } from 'node:events'
import { join } from 'node:path'
import { Cron } from 'croner'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createKernel } from '../../kernel/index.ts'
import { BackupFolder } from '../../plugins/backup/making/backup-folder.ts'
import { temporaryFolder } from '../rooms/planes.ts'
import { repositoryRoot } from '../support/repository.ts'

const everySecond = '* * * * * *'

/** Resolves when a schedule that fires every second has fired `times` times. */
async function scheduleFires(times: number): Promise<void> {
  const fired = new EventTarget()
  let left = times
  const cron = new Cron(everySecond, () => {
    left -= 1
    if (left === 0) fired.dispatchEvent(new Event('done'))
  })
  try {
    await once(fired, 'done')
  } finally {
    cron.stop()
  }
}

async function backupsMadeBy({ listen }: { listen: boolean }): Promise<number> {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  const kernel = createKernel({
    env: {
      SVC_HOME: join(folder.path, 'home'),
      SVC_PORT: '0',
      SVC_LOG_LEVEL: 'silent',
      SVC_BACKUP_SCHEDULE: everySecond,
    },
    cwd: folder.path,
    builtinPlugins: join(repositoryRoot, 'plugins'),
    childPrograms: {},
    listen,
  })
  const made = async (): Promise<number> => (await new BackupFolder(join(folder.path, 'home')).list()).length
  await kernel.start()
  try {
    // One takes longer than the time to the next, more so while other tests run.
    if (listen) await vi.waitFor(async () => expect(await made()).toBeGreaterThan(0), { timeout: 30_000 })
    else await scheduleFires(3)
    return await made()
  } finally {
    await kernel.stop()
  }
}

it('a server makes the backup that is due; a command that opens such a home makes none', async () => {
  expect(await backupsMadeBy({ listen: true })).toBeGreaterThan(0)
  expect(await backupsMadeBy({ listen: false })).toBe(0)
})
