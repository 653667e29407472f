import { defineService } from '@svc/plugin'
import { expect, test } from 'vitest'
import { ServiceTable } from './service-table.ts'

const counter = defineService<{ made: number; by: string }>('test.counter')
const absent = defineService<string>('test.absent')

test('a shared service is made once, when it is first asked for, for all plugins', () => {
  const table = new ServiceTable()
  let made = 0
  table.shared(counter, () => ({ made: ++made, by: 'all' }))
  expect(made).toBe(0)
  const first = table.resolveFor('one', { it: counter })
  const second = table.resolveFor('two', { that: counter })
  expect([first['it'], made]).toEqual([second['that'], 1])
})

test('a scoped service is made once for each plugin that asks, and knows whom for', () => {
  const table = new ServiceTable()
  let made = 0
  table.scoped(counter, by => ({ made: ++made, by }))
  const asked = ['one', 'two', 'one'].map(plugin => table.resolveFor(plugin, { it: counter })['it'])
  expect(asked).toEqual([
    { made: 1, by: 'one' },
    { made: 2, by: 'two' },
    { made: 1, by: 'one' },
  ])
})

test('a service without provider is undefined, and two tables know nothing of each other', () => {
  const table = new ServiceTable()
  new ServiceTable().shared(counter, () => ({ made: 1, by: 'other' }))
  expect(table.resolveFor('one', { it: counter, none: absent })).toEqual({ it: undefined, none: undefined })
  expect([table.resolve(counter), table.resolve(absent)]).toEqual([undefined, undefined])
})

test('a scoped service that can be closed is closed with its plugin, and only with it', async () => {
  const table = new ServiceTable()
  const closed: string[] = []
  const line = defineService<{ close(): Promise<void> }>('test.line')
  table.scoped(line, plugin => ({ close: async () => void closed.push(plugin) }))
  table.shared(counter, () => ({ made: 1, by: 'all', close: () => closed.push('shared') }))
  for (const plugin of ['one', 'two']) table.resolveFor(plugin, { line, counter })
  await table.disposeFor('one')
  await table.disposeFor('one')
  await table.disposeFor('never-asked')
  expect(closed).toEqual(['one'])
})
