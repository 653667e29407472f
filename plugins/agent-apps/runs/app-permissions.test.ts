import { hasScope } from '@svc/plugin'
import type { CallerScopes, Principal } from '@svc/plugin'
import { describe, expect, test } from 'vitest'
import type { AppDefinition, AppPermissions } from '../manifest/app-definition.ts'
import { allowAgent, allowRequest, allowTool } from './app-permissions.ts'

const caller = (...scopes: string[]): Principal => ({
  user_id: 'usr_1',
  username: 'ada',
  role: 'owner',
  workspace_id: 'ws_1',
  via: 'session',
  session_id: 'ses_1',
  scopes,
})

function app(granted: Partial<AppPermissions>): AppDefinition {
  const permissions: AppPermissions = {
    agent: false,
    tools: [],
    memory: 'none',
    files: 'none',
    datasets: 'none',
    network: [],
    ...granted,
  }
  return { name: 'app', permissions } as AppDefinition
}

/** As the kernel decides, with one permission that `*` of a key does not include. */
const scopes: Pick<CallerScopes, 'has'> = {
  has: ({ via, scopes: own }, scope) =>
    scope === 'secret:use' && via !== 'session' ? own.includes(scope) : hasScope(own, scope),
}

describe('what an app may do', () => {
  test('is granted by the manifest and had by the caller, and never more', () => {
    const principal = allowRequest(
      app({ memory: 'read', datasets: 'write' }),
      caller('*'),
      'POST',
      '/api/data/import?x=1',
    )
    expect(principal).toEqual({
      user_id: 'usr_1',
      username: 'ada',
      role: 'owner',
      workspace_id: 'ws_1',
      via: 'agent_app',
      scopes: ['memory:read', 'data:read', 'data:write'],
    })
    expect(allowRequest(app({ memory: 'write' }), caller('memory:read'), 'GET', '/api/memory').scopes).toEqual([
      'memory:read',
    ])
  })

  test('is not to change what it may only read', () => {
    expect(() => allowRequest(app({ memory: 'read' }), caller('*'), 'POST', '/api/memory')).toThrow('"memory": "write"')
    expect(() => allowRequest(app({ memory: 'read' }), caller('*'), 'DELETE', '/api/memory/mem_1')).toThrow(
      '"memory": "write"',
    )
    expect(allowRequest(app({ memory: 'read' }), caller('*'), 'POST', '/api/memory/search').scopes).toEqual([
      'memory:read',
    ])
  })

  test.each([
    '/api/memory/../auth/me',
    '/api/memory/%2e%2e/auth',
    '/api/memory%2f..%2fauth',
    '/api/memory\\..\\auth',
    '/api/memories',
    '//api/memory',
    'api/memory',
    '/api/memory/./x',
    '',
  ])('is not to reach %j', path => {
    expect(() => allowRequest(app({ memory: 'write' }), caller('*'), 'GET', path)).toThrow(
      expect.objectContaining({ code: 'forbidden' }),
    )
  })

  test('is to call the tools it names, with the tool’s own permission', () => {
    const fetches = app({ tools: ['http_fetch'] })
    expect(allowTool(fetches, caller('*'), { name: 'http_fetch', permission: 'net:use' }, scopes).scopes).toEqual([
      'tools:read',
      'tools:write',
      'net:use',
    ])
    expect(() => allowTool(fetches, caller('*'), { name: 'calculator', permission: null }, scopes)).toThrow(
      '"tools": ["calculator"]',
    )
    expect(() =>
      allowTool(fetches, caller('tools:write'), { name: 'http_fetch', permission: 'net:use' }, scopes),
    ).toThrow('"net:use"')
    expect(() =>
      allowTool(fetches, caller('agent-apps:write'), { name: 'http_fetch', permission: null }, scopes),
    ).toThrow('"tools:write"')
  })

  test('is not to have what * does not include, unless its caller does', () => {
    const uses = app({ tools: ['secret_use'] })
    const tool = { name: 'secret_use', permission: 'secret:use' }
    const byKey = (...own: string[]): Principal => ({ ...caller(...own), via: 'api_key', key_id: 'key_1' })
    expect(() => allowTool(uses, byKey('*'), tool, scopes)).toThrow('"secret:use"')
    for (const whole of [caller('*'), byKey('*', 'secret:use')])
      expect(allowTool(uses, whole, tool, scopes).scopes).toContain('secret:use')
    const calls = { name: 'calculator', permission: null }
    const more = { ...scopes, more: ['secret:use'] }
    expect(allowTool(app({ tools: ['calculator'] }), byKey('*'), calls, more).scopes).not.toContain('secret:use')
  })

  test('is to ask the model when both allow it', () => {
    expect(allowAgent(app({ agent: true }), caller('*')).scopes).toEqual(['models:read', 'models:write'])
    expect(() => allowAgent(app({}), caller('*'))).toThrow('"agent": true')
    expect(() => allowAgent(app({ agent: true }), caller('models:read'))).toThrow('"models:write"')
  })
})
