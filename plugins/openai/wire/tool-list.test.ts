import type { JsonValue } from '@svc/plugin'
import { expect, it } from 'vitest'
import { Faults, isObject } from './faults.ts'
import { chatTool, toolList } from './tool-list.ts'

function read(tools: JsonValue) {
  const faults = new Faults()
  const list = toolList({ tools }, faults, {
    namePath: '/name',
    readTool(tool, path) {
      if (isObject(tool) && typeof tool['name'] === 'string') return chatTool(tool['name'], undefined, undefined)
      faults.add(path, 'has no name')
      return null
    },
  })
  return { names: list?.map(({ name }) => name), faults }
}

it('reads tools in their order, and none where none are given', () => {
  expect(read([{ name: 'a' }, { name: 'b' }]).names).toEqual(['a', 'b'])
  expect(read(null).names).toBeUndefined()
})

it('names the place of each fault, of a tool that stands twice behind a faulty one too', () => {
  const { names, faults } = read([{}, { name: 'a' }, { name: 'a' }])
  expect(names).toEqual(['a', 'a'])
  expect(() => faults.refuse()).toThrow(
    expect.objectContaining({
      errors: [
        { path: '/tools/0', message: 'has no name' },
        { path: '/tools/2/name', message: 'a stands in the list twice' },
      ],
    }),
  )
})
