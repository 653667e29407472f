import type { JsonValue } from '@svc/plugin'
import type { CliContext } from '@svc/plugin/contracts/cli'
import { expect, test } from 'vitest'
import { listApps } from './list-apps.ts'

test('svc app list reads every page', async () => {
  const app = (name: string) => ({ name, version: '1.0.0', description: 'An app', enabled: true })
  const asked: string[] = []
  let shown: { value: JsonValue; text: string } | null = null
  const context: CliContext = {
    arguments: {},
    options: {},
    rest: [],
    cwd: '/',
    json: false,
    interactive: false,
    signal: new AbortController().signal,
    result: (value, text) => {
      shown = { value, text }
    },
    note: () => undefined,
    print: () => undefined,
    ask: async () => null,
    upload: async () => null,
    download: () => Promise.reject(new Error('no bytes here')),
    events: async () => null,
    api: async (method, path) => {
      asked.push(`${method} ${path}`)
      return asked.length === 1
        ? { items: [app('a')], next_cursor: 'a+/=' }
        : { items: [app('longer')], next_cursor: null }
    },
  }
  expect(await listApps(context)).toBe(0)
  expect(asked).toEqual(['GET /api/agent-apps?limit=200', 'GET /api/agent-apps?limit=200&cursor=a%2B%2F%3D'])
  expect(shown).toEqual({
    value: { items: [app('a'), app('longer')] },
    text: 'a       1.0.0  An app\nlonger  1.0.0  An app',
  })
})
