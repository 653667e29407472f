import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import type { ToolContext } from '@svc/plugin'
import type { Files } from '@svc/plugin/contracts/files'
import { ManualClock } from '@svc/plugin/testing'
import { openChildProcesses } from '../../../test/rooms/kernel.ts'
import { smallPdf } from '../../../test/support/signing/small-pdf.ts'
import { testPrincipal } from '../../../test/support/test-principal.ts'
import type { Exports } from '../exports/exports.ts'
import { verifyTool } from '../tools/verify-tool.ts'
import { VerifyProcesses } from './verify-processes.ts'

const children = openChildProcesses()
const processes = new VerifyProcesses({ children, clock: new ManualClock() })
const known = { keys: [], certificates: [] }
const { signal } = new AbortController()
afterAll(async () => {
  await processes.close()
  await children.close()
})

it('a file comes into memory once there is room for it', async () => {
  let reading = 0
  const gate = Promise.withResolvers<void>()
  const read = async () => {
    reading += 1
    await gate.promise
    return { file: smallPdf() }
  }
  const asked = Array.from({ length: 5 }, () =>
    processes.verify({ workspaceId: 'ws_1', person: 'usr_1', signal, known, read }),
  )
  await nextTurn()
  expect(reading).toBe(2)
  gate.resolve()
  expect((await Promise.all(asked)).map(({ valid }) => valid)).toEqual(asked.map(() => false))
  expect(reading).toBe(5)
})

it('a file that is too large is refused before any of it is read', async () => {
  const opened: string[] = []
  const tool = verifyTool({
    processes,
    certificates: { known: async () => known },
    exports: {
      get: () => ({ size: 2 ** 30, manifest: null, signature: null, format: 'zip' }),
      open: async (_workspaceId: string, exportId: string) => opened.push(exportId),
    } as unknown as Exports,
    files: {
      get: () => ({ size: 2 ** 30 }),
      open: async (_workspaceId: string, fileId: string) => opened.push(fileId),
    } as unknown as Files,
  })
  const context = { principal: testPrincipal(), signal } as ToolContext
  for (const input of [{ export_id: 'xpt_1' }, { file_id: 'file_1' }])
    await expect(tool(input, context)).rejects.toMatchObject({ status: 413 })
  expect(opened).toEqual([])
})
