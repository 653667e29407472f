import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { eachWorkspace } from './each-workspace.ts'

it('goes on behind a workspace that fails, one at a time', async () => {
  const seen: string[] = []
  const work = async (workspaceId: string): Promise<void> => {
    seen.push(`${workspaceId} begins`)
    await nextTurn()
    if (workspaceId === 'b') throw new Error('damaged')
    seen.push(`${workspaceId} ends`)
  }
  await eachWorkspace(['a', 'b', 'c'], work, {
    onFailed: (workspaceId, error) => void seen.push(`${workspaceId}: ${String(error)}`),
  })
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b: Error: damaged', 'c begins', 'c ends'])
})

it('ends early and without an error when the signal is aborted', async () => {
  const stop = new AbortController()
  const seen: string[] = []
  const work = (workspaceId: string): void => {
    seen.push(workspaceId)
    stop.abort()
    throw new Error('stopped half way')
  }
  await eachWorkspace(['a', 'b'], work, {
    signal: stop.signal,
    onFailed: workspaceId => void seen.push(`${workspaceId} failed`),
  })
  expect(seen).toEqual(['a'])
})

it('leaves the event loop to others between two workspaces', async () => {
  const seen: string[] = []
  setImmediate(() => seen.push('a request'))
  await eachWorkspace(['a', 'b'], workspaceId => seen.push(workspaceId), { onFailed: () => undefined })
  expect(seen).toEqual(['a', 'a request', 'b'])
})
