import type { ToolEffect } from '@svc/plugin'
import { describe, expect, test } from 'vitest'
import type { AppDefinition, AppPermissions } from '../manifest/app-definition.ts'
import { mayWaitFor, ToolGraph } from './tool-graph.ts'

const none: AppPermissions = { agent: false, tools: [], memory: 'none', files: 'none', datasets: 'none', network: [] }

function graphOf(
  folders: Record<string, Partial<AppPermissions> & { effect?: ToolEffect }>,
  plugin: Record<string, ToolEffect> = {},
): ToolGraph {
  const all = Object.entries(plugin).map(([name, effect]) => ({
    manifest: { name, effect, permission: `${name}:use` },
  }))
  return new ToolGraph({
    definition: (kind, name) => {
      const folder = folders[kind === 'app' ? `app_${name}` : name]
      if (!folder) return null
      const { effect = null, ...permissions } = folder
      return { kind, name, effect, permissions: { ...none, ...permissions } } as AppDefinition
    },
    bindings: { all: () => all },
  })
}

describe('what a folder does at most', () => {
  const plugin: Record<string, ToolEffect> = { look: 'read', send: 'external' }
  test.each<[string, Partial<AppPermissions>, ToolEffect]>([
    ['nothing', {}, 'read'],
    ['asking the model', { agent: true }, 'read'],
    ['reading', { memory: 'read', files: 'read', tools: ['look'] }, 'read'],
    ['writing', { datasets: 'write' }, 'write'],
    ['the network', { network: ['https://*/*'], files: 'write' }, 'external'],
    ['a tool that sends', { tools: ['look', 'send'] }, 'external'],
    ['a tool of another server', { tools: ['far__away'] }, 'external'],
    ['an app that may delete', { tools: ['app_other'] }, 'destructive'],
  ])('with %s', (_, permissions, effect) => {
    const graph = graphOf(
      { app_it: permissions, app_other: { tools: ['wipe'] }, wipe: { effect: 'destructive' } },
      plugin,
    )
    expect(graph.effectOf('app_it')).toBe(effect)
  })

  test('a ring does what its members do, and more than its author says', () => {
    const graph = graphOf({
      app_a: { tools: ['app_b'] },
      app_b: { tools: ['app_a'], files: 'write' },
      t: { effect: 'read', tools: ['app_a'] },
    })
    expect(['app_a', 'app_b', 't'].map(name => graph.effectOf(name))).toEqual(['write', 'write', 'write'])
  })
})

test('a tool that is called gets the scopes of its own manifest and of what it calls in turn', () => {
  const graph = graphOf(
    { app_a: { tools: ['look', 't'], memory: 'read' }, t: { agent: true, files: 'write' } },
    { look: 'read' },
  )
  expect(graph.scopesFor('app_a').sort()).toEqual(
    [
      'agent-apps:write',
      'files:read',
      'files:write',
      'look:use',
      'memory:read',
      'models:read',
      'models:write',
      'tools:read',
      'tools:write',
    ].sort(),
  )
  expect(graph.scopesFor('gone')).toEqual([])
})

test('a call may wait for its turn unless who waits for it may be called by it', () => {
  const graph = graphOf({ app_a: { tools: ['app_b'] }, app_b: { tools: ['app_a'] }, app_c: { tools: ['app_a'] } })
  expect([
    mayWaitFor('app_a', [], graph),
    mayWaitFor('app_b', ['app_a'], graph),
    mayWaitFor('app_a', ['app_c'], graph),
  ]).toEqual([true, false, true])
})
