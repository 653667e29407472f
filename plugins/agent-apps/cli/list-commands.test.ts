import { expect, test } from 'vitest'
import { testCommandContext } from '../../../test/support/command-context.ts'
import { listApps } from './list-commands.ts'

test('svc app list reads every page', async () => {
  const app = (name: string) => ({ name, version: '1.0.0', description: 'An app', enabled: true })
  const asked: string[] = []
  let shown: { value: unknown; text: string } | null = null
  const context = testCommandContext({
    arguments: {},
    options: {},
    io: { result: (value, text) => void (shown = { value, text }) },
    server: {
      request: async (method, path) => {
        asked.push(`${method} ${path}`)
        return asked.length === 1
          ? { items: [app('a')], next_cursor: 'a+/=' }
          : { items: [app('longer')], next_cursor: null }
      },
    },
  })
  expect(await listApps(context)).toBe(0)
  expect(asked).toEqual(['GET /api/agent-apps?limit=200', 'GET /api/agent-apps?limit=200&cursor=a%2B%2F%3D'])
  expect(shown).toEqual({
    value: { items: [app('a'), app('longer')] },
    text: 'a       1.0.0  An app\nlonger  1.0.0  An app',
  })
})
