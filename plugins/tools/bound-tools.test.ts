import { describe, expect, it } from 'vitest'
import { UpstreamError } from '@svc/plugin'
import type { Principal, ToolBinding, ToolContext, ToolHandler } from '@svc/plugin'
import { recordingLog } from '../../test/support/recording-log.ts'
import { ArgumentChecks } from './argument-checks.ts'
import { BoundTools } from './bound-tools.ts'

const principal: Principal = {
  user_id: 'usr_1',
  username: 'ada',
  role: 'user',
  workspace_id: 'ws_1',
  via: 'api_key',
  scopes: ['tools:write'],
}
const { signal } = new AbortController()
const schema = {
  type: 'object',
  required: ['n'],
  additionalProperties: false,
  properties: { n: { type: 'integer', minimum: 0 }, list: { type: 'array', items: { type: 'string' } } },
}

function binding(name: string, handler: ToolHandler, permission: string | null = 'tools:write'): ToolBinding {
  const annotations = { read_only: true, destructive: false, open_world: false }
  return {
    handler,
    manifest: {
      name,
      title: name,
      description: name,
      input_schema: schema,
      effect: 'read',
      annotations,
      plugin: 'test',
      permission,
    },
  }
}

function tools(...bindings: ToolBinding[]) {
  const log = recordingLog()
  return { log, catalog: new BoundTools({ bindings: { all: () => bindings }, checks: new ArgumentChecks(), log }) }
}

describe('the catalogue of tools', () => {
  const echo = binding('echo', async input => input)

  it('lists tools by name', () => {
    const { catalog } = tools(binding('b', echo.handler), binding('a', echo.handler))
    expect(catalog.list().map(tool => tool.name)).toEqual(['a', 'b'])
    expect(catalog.get('a')?.plugin).toBe('test')
    expect(catalog.get('c')).toBeNull()
  })

  it('calls a tool as the caller, for the app that asks', async () => {
    let seen: ToolContext | undefined
    const { catalog } = tools(
      binding('look', async (_input, context) => {
        seen = context
        return 'done'
      }),
    )
    const app = { name: 'reader', network: ['https://example.com/*'] }
    const result = await catalog.call({ name: 'look', arguments: { n: 1 }, principal, signal, app })
    expect(result).toEqual({ tool_name: 'look', result: 'done', is_error: false, duration_ms: expect.any(Number) })
    expect(seen).toMatchObject({ principal, signal, app })
  })

  it('does not know other names', async () => {
    await expect(
      tools(echo).catalog.call({ name: '__proto__', arguments: {}, principal, signal }),
    ).rejects.toMatchObject({ code: 'not_found', message: expect.stringContaining('echo') })
  })

  it('refuses a caller without the scope before it looks at the arguments', async () => {
    const narrow = { ...principal, scopes: ['tools:read'] }
    await expect(
      tools(echo).catalog.call({ name: 'echo', arguments: {}, principal: narrow, signal }),
    ).rejects.toMatchObject({
      code: 'forbidden',
      status: 403,
      message: expect.stringContaining('tools:write'),
    })
  })

  it.each([
    [{}, [{ path: '/arguments', message: "must have required property 'n'" }]],
    [{ n: -1 }, [{ path: '/arguments/n', message: 'must be >= 0' }]],
    [{ n: '1' }, [{ path: '/arguments/n', message: 'must be integer' }]],
    [{ n: 1, m: 2 }, [{ path: '/arguments', message: 'has the unknown property "m"' }]],
    [{ n: 1, list: ['a', 2] }, [{ path: '/arguments/list/1', message: 'must be string' }]],
  ])('refuses the arguments %j', async (given, errors) => {
    await expect(tools(echo).catalog.call({ name: 'echo', arguments: given, principal, signal })).rejects.toMatchObject(
      { status: 400, errors },
    )
  })

  it('answers what a tool throws as tool_failed, and an error with a code as itself', async () => {
    const throwing = (error: unknown) =>
      tools(
        binding('bad', async () => {
          throw error
        }),
      )
    const { catalog, log } = throwing(new TypeError('x is undefined'))
    await expect(catalog.call({ name: 'bad', arguments: { n: 1 }, principal, signal })).rejects.toMatchObject({
      code: 'tool_failed',
      status: 422,
    })
    expect(log.entries).toMatchObject([{ level: 'error', fields: { tool: 'bad' } }])
    const passing = throwing(new UpstreamError('far away')).catalog
    await expect(passing.call({ name: 'bad', arguments: { n: 1 }, principal, signal })).rejects.toMatchObject({
      code: 'upstream_error',
    })
  })
})
