import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { SvcClient } from '@svc/sdk'
import { putNewFile } from './put-new-file.ts'

it('stores files of one name beside each other', async () => {
  const taken = new Set<string>()
  const server = createServer(({ url = '', headers }, response) => {
    const isRefused = taken.has(url) && headers['if-none-match'] === '*'
    taken.add(url)
    response.writeHead(isRefused ? 412 : 200).end(JSON.stringify({ path: decodeURIComponent(url) }))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { files } = new SvcClient({ baseUrl, apiKey: 'svc_test', logLevel: 'error' })
  const paths: string[] = []
  for (const name of ['image.png', 'image.png', 'notes', 'notes'])
    paths.push((await putNewFile(files, 'Attachments', new File(['a'], name))).path)
  server.close()
  expect(paths).toEqual([
    '/api/files/content/Attachments/image.png',
    expect.stringMatching(/\/Attachments\/image [a-z0-9]+\.png$/),
    '/api/files/content/Attachments/notes',
    expect.stringMatching(/\/Attachments\/notes [a-z0-9]+$/),
  ])
})
