import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writePlugin } from '../support/plugin-folder.ts'
import { itOfOneServer } from '../rooms/first-of-two.ts'
import { startTestKernel } from '../rooms/kernel.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-boot-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

/** Says in the log what happens to the plugin. */
const diary = `
  const say = (word: string) => env.log.info({ diary: env.id + ' ' + word }, 'diary')
  say('set up')
  env.onStart(() => say('started'))
  env.onStop(() => say('stopped first hook'))
  env.onStop(() => say('stopped second hook'))
  env.signal.addEventListener('abort', () => say('was aborted'))`

itOfOneServer(
  'providers start before consumers and stop after them, hooks in reverse, and a failing hook stops nothing else',
  async () => {
    await writePlugin(folder, 'a-user', {
      manifest: { services: { consumes: ['b.words'] } },
      uses: "words: defineService('b.words')",
      setup: `${diary}\nenv.onStop(() => { throw new Error('stuck') })`,
    })
    await writePlugin(folder, 'b-provider', {
      manifest: { services: { provides: ['b.words'] } },
      setup: `${diary}\nenv.provide(defineService('b.words'), [])`,
    })
    const lines: Record<string, unknown>[] = []
    const kernel = await startTestKernel({
      builtinPlugins: folder,
      onLog: line => lines.push(JSON.parse(line) as Record<string, unknown>),
    })
    await kernel.stop()

    expect(lines.map(line => line['diary']).filter(Boolean)).toEqual([
      'b-provider set up',
      'a-user set up',
      'b-provider started',
      'a-user started',
      'b-provider was aborted',
      'a-user was aborted',
      'a-user stopped second hook',
      'a-user stopped first hook',
      'b-provider stopped second hook',
      'b-provider stopped first hook',
    ])
    expect(lines.find(line => line['msg'] === 'A plugin failed to stop.')).toMatchObject({
      plugin: 'a-user',
      err: { message: 'stuck' },
    })
  },
)

test('a plugin that failed has released what it took before the next one is set up', async () => {
  await writePlugin(folder, 'a-broken', { setup: `${diary}\nthrow new Error('no')` })
  await writePlugin(folder, 'b-next', { setup: diary })
  const diaryLines: unknown[] = []
  const onLog = (line: string): void => {
    const { diary: entry } = JSON.parse(line) as { diary?: string }
    if (entry) diaryLines.push(entry)
  }
  const kernel = await startTestKernel({ builtinPlugins: folder, allowFailures: true, onLog })
  expect(diaryLines.slice(0, 4)).toEqual([
    'a-broken set up',
    'a-broken stopped second hook',
    'a-broken stopped first hook',
    'b-next set up',
  ])
  await kernel.stop()
})

test('stopping twice, or while starting, is stopping once', async () => {
  await writePlugin(folder, 'calm', { setup: diary })
  const kernel = await startTestKernel({ builtinPlugins: folder })
  await Promise.all([kernel.stop(), kernel.stop()])
  await expect(fetch(`${kernel.url}/healthz`)).rejects.toThrow()
})
