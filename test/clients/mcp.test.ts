import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, ProtocolError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { CallToolResult } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { startKeyProxy, startMcpKernel } from './mcp-support.ts'

let svc: TestKernel

beforeAll(async () => {
  svc = await startMcpKernel()
})
afterAll(() => svc.stop())

const eras = [
  ['2026-07-28', { mode: { pin: '2026-07-28' } }],
  ['2025-11-25', { mode: 'legacy' }],
] as const

async function connect(
  versionNegotiation: (typeof eras)[number][1],
  { key = svc.key, onToolsChanged = () => {} } = {},
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation, listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: onToolsChanged } } },
  )
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${svc.url}/mcp`), { requestInit }))
  return client
}

async function keyWith(...scopes: string[]): Promise<string> {
  const { body } = await svc.request('POST', '/api/developer/keys', { body: { name: scopes.join(), scopes } })
  return body.key
}

const textOf = ({ content }: CallToolResult): string => content.map(block => ('text' in block ? block.text : '')).join()

describe.each(eras)('the official client with protocol %s', (version, negotiation) => {
  let client: Client
  beforeAll(async () => {
    client = await connect(negotiation)
  })
  afterAll(() => client.close())

  it('agrees on the version and learns who answers', () => {
    expect([client.getNegotiatedProtocolVersion(), client.getServerVersion(), client.getServerCapabilities()]).toEqual([
      version,
      { name: 'svc', title: 'svc', version: '1.0.0' },
      { tools: { listChanged: true }, resources: {} },
    ])
  })

  it('lists what this key may call: what is denied to it is not there', async () => {
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['calculator', 'sum', 'send_mail', 'svc_approval']))
    expect(names).not.toContain('erase')
    expect(tools.find(({ name }) => name === 'sum')).toEqual({
      name: 'sum',
      title: 'sum',
      description: 'The tool sum.',
      inputSchema: {
        type: 'object',
        properties: { a: { type: 'number' }, b: { type: 'number' } },
        required: ['a', 'b'],
        additionalProperties: false,
      },
      outputSchema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
      annotations: { title: 'sum', readOnlyHint: true, destructiveHint: false, openWorldHint: false },
      icons: [{ src: 'data:image/svg+xml;base64,PHN2Zy8+', mimeType: 'image/svg+xml' }],
    })
  })

  it('calls a tool and gets its structured result', async () => {
    const answer = await client.callTool({ name: 'sum', arguments: { a: 2, b: 3 } })
    expect(answer).toMatchObject({
      structuredContent: { sum: 5 },
      content: [{ type: 'text', text: '{"sum":5}' }],
    })
  })

  it.each([
    ['arguments that do not fit', 'sum', { a: 'two', b: 1 }, /^validation_error: .*arguments\.a must be a number/],
    ['a tool that fails', 'test_error_handling', {}, /^tool_failed: .*intentionally returns an error/],
  ])('answers %s to the model, as the result of the call', async (_what, name, given, message) => {
    const answer = await client.callTool({ name, arguments: given })
    expect(answer.isError).toBe(true)
    expect(textOf(answer)).toMatch(message)
  })

  it.each([['nothing'], ['erase']])('answers %s, which is not listed, as an error of the protocol', async name => {
    const failed = await client.callTool({ name, arguments: {} }).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(ProtocolError)
    expect(failed).toMatchObject({ code: -32602, message: expect.stringContaining(`Unknown tool: ${name}`) })
  })

  it('is told how far a call is', async () => {
    const reports: unknown[] = []
    await client.callTool({ name: 'test_tool_with_progress' }, { onprogress: report => void reports.push(report) })
    expect(reports).toEqual([0, 50, 100].map(progress => ({ progress, total: 100, message: `${progress} of 100` })))
  })

  it('cancels a call, whose tool then ends', async () => {
    const waits = async () => JSON.parse(textOf(await client.callTool({ name: 'waits' }))) as Record<string, number>
    const before = await waits()
    const leave = new AbortController()
    const call = client.callTool({ name: 'wait' }, { signal: leave.signal }).catch((error: unknown) => error)
    await vi.waitFor(async () => expect(await waits()).toMatchObject({ begun: before['begun']! + 1 }))
    leave.abort(new Error('enough'))
    expect(await call).toBeInstanceOf(Error)
    await vi.waitFor(async () => expect(await waits()).toMatchObject({ ended: before['ended']! + 1 }))
  })

  it('learns that a call waits for a person, and later what came of it', async () => {
    const asked = await client.callTool({ name: 'send_mail', arguments: {} })
    const { approval_id } = asked._meta?.['svc/approval'] as { approval_id: string }
    expect(asked.isError).toBe(true)
    expect(textOf(asked)).toMatch(new RegExp(`Nothing has run.*${approval_id}`))
    const ask = async (from: Client) =>
      from.callTool({ name: 'svc_approval', arguments: { approval_id } }) as Promise<CallToolResult>
    expect(JSON.parse(textOf(await ask(client)))).toMatchObject({ approval_id, status: 'pending', result: null })

    const other = await connect(negotiation, { key: await keyWith('tools:read', 'tools:write') })
    expect(textOf(await ask(other))).toMatch(/^not_found/)
    await other.close()

    const approved = await svc.request('POST', `/api/approvals/${approval_id}/approve`, { as: 'owner' })
    expect(approved.status).toBe(200)
    await vi.waitFor(async () =>
      expect(JSON.parse(textOf(await ask(client)))).toMatchObject({ status: 'approved', result: 'sent' }),
    )
  })

  it('reads conversations and memories as resources, with a key that may', async () => {
    const { body } = await svc.request('POST', '/api/conversations', { body: { title: `Seats, ${version}` } })
    const uri = `svc://conversations/${body.session_id}`
    const { resources } = await client.listResources()
    expect(resources.find(resource => resource.uri === uri)).toMatchObject({
      name: body.session_id,
      title: `Seats, ${version}`,
      mimeType: 'text/markdown',
    })
    const { contents } = await client.readResource({ uri })
    expect(contents).toEqual([{ uri, mimeType: 'text/markdown', text: expect.stringContaining(`# Seats, ${version}`) }])

    const kept = await svc.request('POST', '/api/memory', {
      body: { content: `Twelve chairs, ${version}`, source: 'rooms.md' },
    })
    const memory = `svc://memory/${kept.body.id}`
    expect((await client.listResources()).resources.find(resource => resource.uri === memory)).toMatchObject({
      title: 'rooms.md',
      mimeType: 'text/plain',
    })
    expect(await client.readResource({ uri: memory })).toMatchObject({
      contents: [{ uri: memory, mimeType: 'text/plain', text: `Twelve chairs, ${version}` }],
    })

    const toolsOnly = await connect(negotiation, { key: await keyWith('tools:read') })
    expect((await toolsOnly.listResources()).resources).toEqual([])
    await expect(toolsOnly.readResource({ uri: memory })).rejects.toThrow(/not found/i)
    await expect(toolsOnly.readResource({ uri })).rejects.toThrow(/not found/i)
    await toolsOnly.close()
    await expect(client.readResource({ uri: 'svc://conversations/../developer/keys' })).rejects.toThrow(/not found/i)
  })

  it('with a key that may only look, lists no tool to call', async () => {
    const reader = await connect(negotiation, { key: await keyWith('tools:read') })
    expect((await reader.listTools()).tools.map(({ name }) => name)).toEqual(['svc_approval'])
    await expect(reader.callTool({ name: 'sum', arguments: { a: 1, b: 2 } })).rejects.toThrow('Unknown tool: sum')
    await reader.close()
  })
})

it('tells clients of both protocols that the list of tools is another one', async () => {
  const notified = { '2026-07-28': 0, '2025-11-25': 0 }
  const clients = await Promise.all(
    eras.map(([version, negotiation]) => connect(negotiation, { onToolsChanged: () => void (notified[version] += 1) })),
  )
  await clients[0]!.callTool({ name: 'learn' })
  await vi.waitFor(() => expect(notified).toEqual({ '2026-07-28': 1, '2025-11-25': 1 }), { timeout: 10_000 })
  const lists = await Promise.all(clients.map(client => client.listTools()))
  expect(lists.map(({ tools }) => tools.some(({ name }) => name === 'learned'))).toEqual([true, true])
  await Promise.all(clients.map(client => client.close()))
})

describe('the conformance suite', () => {
  const program = join(repositoryRoot, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
  /** The scenarios that do not apply, with their reasons, as in `docs/mcp.md`. One that passes all the same fails the run. */
  const baseline = join(repositoryRoot, 'test/clients/mcp-conformance-baseline.yml')

  it('passes with every scenario for servers that applies', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-conformance-'))
    const proxy = await startKeyProxy(svc)
    const given = [
      '--url',
      `${proxy.url}/mcp`,
      '--suite',
      'all',
      '--expected-failures',
      baseline,
      '--output-dir',
      folder,
    ]
    const { code, output } = await new Promise<{ code: number | null; output: string }>(resolve => {
      const child = execFile(process.execPath, [program, 'server', ...given], { env: {} }, (_error, stdout, stderr) =>
        resolve({ code: child.exitCode, output: stdout + stderr }),
      )
    })
    console.log(output)
    await proxy.close()
    await rm(folder, { recursive: true, force: true })
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('✓ tools-call-simple-text') })
  })
})
