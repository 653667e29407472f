import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect } from 'vitest'
import { itOfOneServer as it } from '../../rooms/first-of-two.ts'
import { startTestKernel } from '../../rooms/kernel.ts'
import type { TestKernel } from '../../rooms/kernel.ts'
import { scratchFolder } from '../../support/storage/home-copies.ts'
import { openedPlane } from './closing-driver.ts'

const workflow = `document: { dsl: '1.0.3', namespace: test, name: hello, version: '1.0.0' }
do:
  - say: { set: { said: hello } }
`

let svc: TestKernel
let folder: Awaited<ReturnType<typeof scratchFolder>>
let workspaceId: string
beforeAll(async () => {
  folder = await scratchFolder()
  await mkdir(join(folder.path, 'hello'))
  await writeFile(join(folder.path, 'hello', 'playbook.yaml'), workflow)
  svc = await startTestKernel({
    plugins: [
      'agent-apps',
      'conversations',
      'developer',
      'mcp',
      'memory',
      'models',
      'playbooks',
      'sandbox',
      'tools',
      'webhooks',
    ],
    pluginFolders: [import.meta.dirname],
    manifests: folder.path,
    env: { SVC_DATA_DRIVER: 'closing' },
  })
  workspaceId = (await svc.request('GET', '/api/auth/me', { as: 'owner' })).body.workspace.id
})
afterAll(async () => {
  await svc?.stop()
  await folder?.remove()
})

/** The workspace comes back in another state, as after a while on another server. */
function reopenAfter(...statements: string[]): void {
  openedPlane().replace(workspaceId, path => {
    const db = new DatabaseSync(path)
    for (const statement of statements) db.exec(statement)
    db.close()
  })
}
const itemsOf = async (path: string) =>
  (await svc.request<{ items: Record<string, string>[] }>('GET', path, { as: 'owner' })).body.items

it('the models of a workspace are read anew', async () => {
  const body = { name: 'own', kind: 'openai-compatible', base_url: 'http://127.0.0.1:9', models: [{ id: 'm' }] }
  expect((await svc.request('POST', '/api/models/providers', { as: 'owner', body })).status).toBe(201)
  const providers = async () => (await itemsOf('/api/models')).map(({ provider }) => provider)
  expect(await providers()).toContain('own')
  reopenAfter('DELETE FROM models_providers')
  expect(await providers()).not.toContain('own')
})

it('playbooks of folders are taken anew into a workspace that has not got them', async () => {
  const names = async () => (await itemsOf('/api/playbooks')).map(({ name }) => name)
  expect(await names()).toEqual(['hello'])
  reopenAfter('DELETE FROM playbooks_versions', 'DELETE FROM playbooks_definitions')
  expect(await names()).toEqual(['hello'])
})

it('what was counted and not written is not added to a state that has not seen it', async () => {
  const requests = async () => {
    const { body } = await svc.request('GET', '/api/developer/usage?group_by=route', { as: 'owner' })
    return (body.items as { route: string | null; requests: number }[]).find(({ route }) =>
      route?.includes('/api/tools'),
    )?.requests
  }
  await itemsOf('/api/tools')
  expect(await requests()).toBe(1)
  await itemsOf('/api/tools')
  reopenAfter('DELETE FROM developer_usage')
  expect(await requests()).toBeUndefined()
})
