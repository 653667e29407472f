import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { closeServer, listen } from './listen.ts'

it.each([
  ['127.0.0.1', 'http://127.0.0.1:'],
  ['0.0.0.0', 'http://127.0.0.1:'],
])('a server that listens on %s says an address that a browser opens', async (host, start) => {
  const server = createServer((_request, response) => response.end('here'))
  const url = await listen(server, host, 0)
  expect(url.startsWith(start)).toBe(true)
  expect(await (await fetch(url)).text()).toBe('here')
  await closeServer(server)
})
