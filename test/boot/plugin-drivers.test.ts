import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { BootError, readConfiguration } from '../../kernel/index.ts'
import { writePlugin } from '../support/plugin-folder.ts'

const driver = (id: string, planes: string[], name = 'keeps') => ({ id, entry: `./driver.ts#${name}`, planes })
const driverFile = `import { defineDriver } from '@svc/plugin'
export const keeps = defineDriver({ id: 'mine', inHome: false, serves: () => 0, provides: { jobs: () => { throw new Error('no') } } })
`
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-drivers-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function writeDriver(id: string, drivers: object[], code = driverFile): Promise<void> {
  await writePlugin(folder, id, { manifest: { drivers }, files: { 'driver.ts': code } })
}

/** What a start with these settings reports, as one text a problem. */
async function problems(env: Record<string, string>): Promise<string[]> {
  const options = { env: { SVC_PLUGINS: folder, ...env }, cwd: folder, builtinPlugins: join(folder, 'builtin') }
  return readConfiguration(options).then(
    () => [],
    (error: unknown) => {
      if (!(error instanceof BootError)) throw error
      return error.problems.map(({ where, message }) => `${where}: ${message}`)
    },
  )
}

it('takes the driver that a setting names, and runs no code of one that none names', async () => {
  await writeDriver('named', [driver('mine', ['jobs'])])
  await writeDriver('other', [driver('bad', ['jobs'])], `throw new Error('this was run')\n`)
  expect(await problems({ SVC_JOBS_DRIVER: 'mine' })).toEqual([])
  expect(await problems({})).toEqual([])
})

it('says where a named driver is missing, what there is, and whose plugin is off', async () => {
  await writeDriver('named', [driver('mine', ['jobs'])])
  expect(await problems({ SVC_JOBS_DRIVER: 'absent', SVC_DATA_DRIVER: 'mine' })).toEqual([
    'SVC_DATA_DRIVER: No driver "mine" keeps the data plane. There are: sqlite.',
    'SVC_JOBS_DRIVER: No driver "absent" keeps the jobs plane. There are: sqlite, postgres.',
  ])
  expect(await problems({ SVC_JOBS_DRIVER: 'mine', SVC_PLUGIN_NAMED_ENABLED: 'false' })).toEqual([
    'SVC_JOBS_DRIVER: The driver "mine" comes with the plugin named, which is switched off. Switch it on, or remove the setting.',
  ])
})

it.each([
  ['throws when it is imported', driver('mine', ['jobs']), `throw new Error('broken')\n`, 'cannot be loaded: broken'],
  ['exports no such name', driver('mine', ['jobs'], 'other'), driverFile, 'exports no other that defineDriver made'],
  [
    'has another id in its code',
    driver('yours', ['jobs']),
    driverFile,
    'calls the driver "mine", and the manifest "yours"',
  ],
  [
    'declares what it does not provide',
    driver('mine', ['jobs', 'data']),
    driverFile,
    'provides jobs, and the manifest declares data, jobs',
  ],
])('refuses a named driver that %s', async (_what, declared, code, message) => {
  await writeDriver('named', [declared], code)
  const found = await problems({ SVC_JOBS_DRIVER: declared.id })
  expect(found).toEqual([expect.stringMatching(/^named\/plugin\.json:\d+:\d+: /)])
  expect(found[0]).toContain(message)
})

it('accepts a DATABASE_URL that some driver serves, and answers another with those that are', async () => {
  const control = driverFile.replace('jobs: ()', 'control: ()')
  await writeDriver('named', [driver('mine', ['control'])], control)
  expect(await problems({ DATABASE_URL: 'postgresql://u:p@db/x' })).toEqual([])
  expect(await problems({ DATABASE_URL: 'mysql://u:hush@db/x' })).toEqual([
    'DATABASE_URL: No driver keeps the control plane at a DATABASE_URL that begins with "mysql:". Those that are served begin with postgres:, postgresql:.',
  ])
  expect(await problems({ DATABASE_URL: 'mysql://u:hush@db/x', SVC_CONTROL_DRIVER: 'mine' })).toEqual([])
})
