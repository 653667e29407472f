import { getEventListeners } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ManualClock } from '@svc/plugin/testing'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { AppCatalog } from './app-catalog.ts'

it('waiting for it leaves nothing behind at the signal of who waited', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-catalog-'))
  const stop = new AbortController()
  const nothingToRead = (): never => expect.unreachable('the folder is empty')
  const most = Number.MAX_SAFE_INTEGER
  const catalog = new AppCatalog({
    config: {
      ...{ folder, disabled_apps: [], apps: {}, keep_runs: 1, schedules_enabled: false, max_timeout_ms: most },
      ...{ max_cpu_ms: most, max_memory_mb: most, max_output_bytes: most, max_log_bytes: most },
      ...{ max_tool_calls: most, max_tokens: most, max_concurrency: most },
    },
    builder: { read: nothingToRead, build: nothingToRead, checkTypes: nothingToRead },
    tools: () => null,
    effectOf: () => null,
    clock: new ManualClock(),
    log: recordingLog(),
    publish: () => undefined,
    signal: stop.signal,
  })
  await catalog.open()
  const { signal } = new AbortController()
  await catalog.settled(signal)
  expect(getEventListeners(signal, 'abort')).toEqual([])
  stop.abort()
  catalog.close()
  await rm(folder, { recursive: true, force: true })
})
