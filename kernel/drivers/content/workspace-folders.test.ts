import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createWorkspaceFolders } from './workspace-folders.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'svc-folders-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const workspace = 'ws_00000000000000000000000one'

it('gives each plugin a folder of its own in the workspace, for nobody else to read', async () => {
  const folders = createWorkspaceFolders(home, 'files')
  const path = await folders.folder(workspace)
  expect([path, (await stat(path)).mode & 0o777]).toEqual([join(home, 'workspaces', workspace, 'files'), 0o700])
  await createWorkspaceFolders(home, 'memory').folder('ws_00000000000000000000000two')
  await writeFile(join(home, 'workspaces', 'stray'), '')
  expect(await folders.workspaceIds()).toEqual([workspace])
  expect(await createWorkspaceFolders(join(home, 'none'), 'files').workspaceIds()).toEqual([])
})

it.each(['..', '../x', 'ws_1', `${workspace}/..`, ''])('never makes a folder for the id %j', async id => {
  await expect(createWorkspaceFolders(home, 'files').folder(id)).rejects.toMatchObject({ code: 'not_found' })
})
