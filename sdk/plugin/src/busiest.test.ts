import { expect, it } from 'vitest'
import { Busiest } from './busiest.ts'

it('names the key with the highest count, also after it has gone down', () => {
  const busiest = new Busiest<string>()
  const seen = [busiest.first]
  for (const key of ['ada', 'bob', 'bob', 'ada', 'ada']) {
    busiest.add(key)
    seen.push(busiest.first)
  }
  expect(seen).toEqual([undefined, 'ada', 'ada', 'bob', 'bob', 'ada'])
  busiest.remove('ada')
  expect([busiest.first, busiest.countOf('ada')]).toEqual(['bob', 2])
  for (const key of ['bob', 'ada', 'bob', 'nobody']) busiest.remove(key)
  expect([busiest.first, busiest.countOf('bob')]).toEqual(['ada', 0])
  busiest.remove('ada')
  expect(busiest.first).toBeUndefined()
})
