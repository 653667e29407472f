import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { writePlugin } from '../support/plugin-folder.ts'

let folder: string
let kernel: TestKernel

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-scopes-'))
  await writePlugin(folder, 'vault', {
    manifest: {
      permissions: [{ id: 'vault:open', title: 'Open the vault', wildcard: false }],
      tools: [{ name: 'vault_open', input: './input.json', permission: 'vault:open', effect: 'read' }],
    },
    setup: `env.tool('vault_open', async () => 'open')`,
    files: { 'input.json': '{ "type": "object" }' },
  })
  kernel = await startTestKernel({
    plugins: ['developer', 'mcp', 'tools'],
    pluginFolders: [join(folder, 'vault')],
  })
})
afterAll(async () => {
  await kernel.stop()
  await rm(folder, { recursive: true, force: true })
})

async function keyWith(...scopes: string[]): Promise<Record<string, string>> {
  const { body } = await kernel.request('POST', '/api/developer/keys', { as: 'owner', body: { name: 'k', scopes } })
  return { authorization: `Bearer ${String(body.key)}` }
}

async function openVault(headers: Record<string, string>): Promise<unknown[]> {
  const options = { as: 'none' as const, headers, body: { arguments: {} } }
  const { status, body } = await kernel.request('POST', '/api/tools/vault_open/call', options)
  return [status, status === 200 ? body.result : body.detail]
}

async function toolsOverMcp(headers: Record<string, string>): Promise<string[]> {
  const answer = await fetch(`${kernel.url}/mcp`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })
  return [...(await answer.text()).matchAll(/"name":"(\w+)"/g)].map(([, name = '']) => name)
}

describe('a permission that * does not include', () => {
  test('is asked for by a tool, too: a key has it by name, a person who is signed in has it', async () => {
    const refusal = 'Calling vault_open needs the scope vault:open, which the caller does not have.'
    expect(await openVault(await keyWith('*'))).toEqual([403, refusal])
    expect(await openVault(await keyWith('tools:write', 'vault:open'))).toEqual([200, 'open'])
    const signedIn = await kernel.request('POST', '/api/tools/vault_open/call', {
      as: 'owner',
      body: { arguments: {} },
    })
    expect([signedIn.status, signedIn.body.result]).toEqual([200, 'open'])
  })

  test('hides its tool from clients of MCP that lack it', async () => {
    const everything = await toolsOverMcp(await keyWith('*'))
    expect(everything).toContain('calculator')
    expect(everything).not.toContain('vault_open')
    expect(await toolsOverMcp(await keyWith('tools:read', 'tools:write', 'vault:open'))).toContain('vault_open')
  })
})
