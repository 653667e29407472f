import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnalyticsPlane, Child, ImportOptions } from '@svc/plugin'
import { HardenedChildProcesses } from '../../kernel/children/index.ts'
import { duckdbEngine } from '../../kernel/drivers/analytics/engines.ts'
import { HostedAnalyticsPlane } from '../../kernel/drivers/analytics/hosted-analytics-plane.ts'
import { observedChildren } from '../support/programs/observed-children.ts'
import { recordingLog } from '../support/recording-log.ts'
import { childPrograms } from '../rooms/kernel.ts'

const workspaceId = 'ws_01jd5z8k9m2n3p4q5r6s7t8v9w'
const forever = new AbortController().signal
const memoryMb = 256
const megabyte = 1024 * 1024

let home: string
let children: HardenedChildProcesses
let plane: AnalyticsPlane & { close(): Promise<void> }
const spawned: Child[] = []
let largest = 0
let watch: NodeJS.Timeout

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'svc-test-'))
  const log = recordingLog()
  children = new HardenedChildProcesses({ programs: childPrograms(), log, signal: forever })
  const spawn: HardenedChildProcesses['spawn'] = async (program, options) => {
    const child = await children.spawn(program, options)
    spawned.push(child)
    return child
  }
  plane = new HostedAnalyticsPlane({
    homePath: home,
    engine: duckdbEngine,
    limits: { memoryMb, threads: 2 },
    children: observedChildren(spawn),
    log,
  })
  watch = setInterval(() => {
    for (const child of spawned) largest = Math.max(largest, child.rssBytes())
  }, 100)
})

afterAll(async () => {
  clearInterval(watch)
  await plane.close()
  await children.close()
  await rm(home, { recursive: true, force: true })
})

/** What the importer says of a file; the upload is made by `write`. */
async function outcome(write: (path: string) => Promise<void>, options: ImportOptions = {}): Promise<string> {
  const stage = await plane.stage(workspaceId)
  try {
    await write(stage.path)
    const limits = { max_columns: 2000, max_bytes: 1024 * megabyte, max_line_bytes: 10 * megabyte, max_rows: 1e9 }
    const table = await plane.import(stage, options, limits, { signal: forever, timeoutMs: 60_000 })
    return `${table.rows} rows`
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    return `${code}: ${message}`
  } finally {
    await stage.discard()
  }
}

/** Sixty million bytes without a line end, never in memory at once. */
async function longLine(path: string): Promise<void> {
  const file = createWriteStream(path)
  const piece = Buffer.alloc(megabyte, 'x')
  file.write('a,b\n1,2\n')
  for (let count = 0; count < 60; count++) if (!file.write(piece)) await once(file, 'drain')
  file.end()
  await once(file, 'close')
}

test('files made to exhaust, confuse or break their reader are refused in a sentence, and nothing of them stays', async () => {
  const bomb = gzipSync(Buffer.alloc(80 * megabyte))
  const nested = `[{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`
  const outcomes = [
    await outcome(path => writeFile(path, bomb)),
    await outcome(longLine),
    await outcome(path => writeFile(path, bomb.subarray(0, 1000))),
    await outcome(path =>
      writeFile(path, Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(5000, 0xff), Buffer.from('PAR1')])),
    ),
    await outcome(path => writeFile(path, 'PK\u0003\u0004 and no list of parts')),
    await outcome(path => writeFile(path, nested), { columns: [{ name: 'a', type: 'integer' }] }),
    await outcome(path => writeFile(path, `a,b\n"${'1,2\n'.repeat(100_000)}`)),
  ]
  expect({ outcomes, left: await readdir(join(home, 'data_plane', workspaceId, 'staging')) }).toEqual({
    outcomes: [
      'import_failed: The gzip file unpacks to more than 500 times its size. It may be made to exhaust its reader.',
      'import_failed: Line 3 is longer than 10 MB, the most that one line may have. Is the file of another format, or a quote never closed?',
      'import_failed: The gzip file is cut off: its end is missing. Send the whole file again.',
      expect.stringMatching(/^import_failed: The file /),
      'import_failed: The workbook is cut off: the list of its parts is missing. Send the whole file again.',
      expect.stringMatching(/^import_failed: /),
      'import_failed: A value that begins with " after the start of line 2 never ends: its closing quote is missing.',
    ],
    left: [],
  })
  // The process itself takes some of what it may use.
  expect(largest).toBeLessThan((memoryMb + 256) * megabyte)
})
