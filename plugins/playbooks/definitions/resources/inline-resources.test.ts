import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { JsonObject } from '@svc/plugin'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inlineResources } from './inline-resources.ts'

let home: string
let folder: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'svc-resources-'))
  folder = join(home, 'order')
  await mkdir(join(folder, 'schemas'), { recursive: true })
  await writeFile(join(home, 'secret.json'), '{"type": "object"}')
  await writeFile(join(folder, 'schemas', 'order.json'), '{"type": "object", "required": ["id"]}')
  await writeFile(join(folder, 'answer.yaml'), 'type: object\nrequired: [text]\n')
  await writeFile(join(folder, 'prompt.md'), 'Say hello.\n')
  await writeFile(join(folder, 'broken.json'), '{"type": ')
  await writeFile(join(folder, 'list.json'), '[1]')
  await writeFile(join(folder, 'latin.txt'), Buffer.from([0x63, 0x61, 0x66, 0xe9]))
  await writeFile(join(folder, 'large.md'), 'x'.repeat(256 * 1024 + 1))
  await symlink(join(home, 'secret.json'), join(folder, 'link.json'))
  await symlink(home, join(folder, 'up'))
  await promisify(execFile)('mkfifo', [join(folder, 'pipe.json')])
})
afterAll(() => rm(home, { recursive: true, force: true }))

const withSchema = (endpoint: unknown): JsonObject => ({
  input: { schema: { resource: { endpoint } as JsonObject } },
  do: [],
})
const mistakesOf = async (endpoint: unknown, at: string | undefined = folder) =>
  (await inlineResources(withSchema(endpoint), at)).mistakes.map(
    ({ code, path, message }) => `${code} ${path} ${message}`,
  )

it('writes schemas and prompts into the definition, wherever they are named', async () => {
  const file = (name: string) => ({ resource: { endpoint: `file:./${name}` } })
  const ask = { call: 'agent', with: { prompt: file('prompt.md'), schema: file('answer.yaml') } }
  const given: JsonObject = {
    input: { schema: { format: 'json', resource: { endpoint: { uri: 'file:./schemas/order.json' } } } },
    use: { functions: { greet: ask } },
    do: [
      { loop: { for: { in: '.items' }, do: [{ ask }] } },
      { try: { try: [{ one: { set: { a: 1 }, output: { schema: file('answer.yaml') } } }], catch: { do: [{ ask }] } } },
      {
        split: {
          fork: { branches: [{ approve: { call: 'approval', with: { title: 'Go?', form: file('answer.yaml') } } }] },
        },
      },
      { kept: { set: { resource: 'mine', of: file('none.json') } } },
    ],
  }
  const order = { type: 'object', required: ['id'] }
  const answer = { type: 'object', required: ['text'] }
  const asked = { call: 'agent', with: { prompt: 'Say hello.\n', schema: answer } }
  const { definition, mistakes, files } = await inlineResources(given, folder)
  expect(mistakes).toEqual([])
  expect([...files.keys()].sort()).toEqual(['answer.yaml', 'prompt.md', 'schemas/order.json'])
  expect(definition).toEqual({
    input: { schema: { format: 'json', document: order } },
    use: { functions: { greet: asked } },
    do: [
      { loop: { for: { in: '.items' }, do: [{ ask: asked }] } },
      {
        try: {
          try: [{ one: { set: { a: 1 }, output: { schema: { document: answer } } } }],
          catch: { do: [{ ask: asked }] },
        },
      },
      { split: { fork: { branches: [{ approve: { call: 'approval', with: { title: 'Go?', form: answer } } }] } } },
      { kept: { set: { resource: 'mine', of: file('none.json') } } },
    ],
  })
})

it.each([
  ['file:../secret.json', 'leads out of the folder of the playbook by "..".'],
  ['file:./schemas/../../secret.json', 'leads out of the folder of the playbook by "..".'],
  ['file:/etc/passwd', 'is absolute.'],
  ['file:///etc/passwd', 'is absolute.'],
  ['file:C:/secret.json', 'is absolute.'],
  ['file:./%2e%2e/secret.json', 'is encoded.'],
  ['file:./schemas%2forder.json', 'is encoded.'],
  ['file:.\\..\\secret.json', 'is no path'],
  ['file:./order.json?x', 'is no path'],
  ['file:./link.json', 'link.json is a link, and no link is followed.'],
  ['file:./up/secret.json', 'up is a link, and no link is followed.'],
  ['file:./pipe.json', 'pipe.json is no file.'],
  ['file:./schemas', 'schemas is no file.'],
  ['file:./', 'names no file.'],
  ['file:./none.json', 'There is no file none.json beside the playbook.'],
  ['file:./broken.json', 'broken.json is no JSON'],
  ['file:./list.json', 'list.json is no JSON Schema'],
  ['file:./latin.txt', 'latin.txt is not UTF-8 text.'],
  ['file:./large.md', 'large.md has more than 262144 bytes.'],
  ['https://example.com/order.json', 'from no other place'],
  [17, 'A resource is written as {endpoint: "file:./name.json"}.'],
])('refuses %s by its name', async (endpoint, words) => {
  const found = await mistakesOf(endpoint)
  expect(found).toHaveLength(1)
  expect(found[0]).toContain('/input/schema/resource')
  expect(found[0]).toContain(words)
})

it('has no files for a definition that was sent, and none from another host', async () => {
  const sent = (endpoint: string) => inlineResources(withSchema(endpoint), undefined)
  expect((await sent('file:./order.json')).mistakes).toMatchObject([
    { code: 'resource', message: expect.stringContaining('sent') },
  ])
  expect((await sent('https://example.com/order.json')).mistakes).toMatchObject([{ code: 'unsupported' }])
})

it('reads no more than a definition may be, however often a file is named', async () => {
  await writeFile(join(folder, 'long.md'), 'x'.repeat(200 * 1024))
  const prompt = { resource: { endpoint: 'file:./long.md' } }
  const tasks = Array.from({ length: 6 }, (_, index) => ({ [`t${index}`]: { call: 'agent', with: { prompt } } }))
  const { mistakes } = await inlineResources({ do: tasks }, folder)
  expect(mistakes.map(({ message }) => message)).toEqual([
    'The files that it names have more than 1048576 bytes together.',
  ])
})
