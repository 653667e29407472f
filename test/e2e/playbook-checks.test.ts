import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { ManifestsFolder } from './agent-apps-support.ts'

let apps: ManifestsFolder
let kernel: TestKernel

beforeAll(async () => {
  apps = await ManifestsFolder.create()
  kernel = await startTestKernel({ manifests: apps.path })
})
afterAll(async () => {
  await kernel?.stop()
  await apps?.delete()
})

const head = (name: string, version = '1.0.0') =>
  `document: {dsl: '1.0.3', namespace: default, name: ${name}, version: '${version}'}\n`
const post = async (path: string, body: object) => kernel.request('POST', path, { body: body as never })
const validate = async (source: string) => (await post('/api/playbooks/validate', { source })).body
const places = (mistakes: { code: string; path: string; line: number; message: string }[]) =>
  mistakes.map(({ code, line, message }) => `${line} ${code} ${message}`)
const one = async (name: string) => (await kernel.request('GET', `/api/playbooks/${name}`)).body
const start = async (playbook_id: string, inputs: object = {}) =>
  post('/api/playbooks/runs', { playbook_id, inputs, wait_seconds: 20 })

test('what the workspace does not have yet is a warning at its line, and the playbook is stored', async () => {
  const source = `${head('hopeful')}use: {secrets: [SHOP]}
do:
  - one: {call: tool, with: {name: calculater, arguments: {}}}
  - two: {call: app, with: {name: nobody}}
  - three: {run: {workflow: {namespace: default, name: hopefull, version: latest}}}
  - four: {call: agent, with: {prompt: Hi, tools: [calculator, none_such]}}
  - five: {call: tool, with: {name: '\${ .tool }', arguments: {}}}
`
  const found = await validate(source)
  expect(found).toMatchObject({ valid: true, errors: [], needs: { tools: ['calculater', 'calculator', 'none_such'] } })
  expect(places(found.warnings).sort()).toEqual([
    '2 unknown_secret There is no secret "SHOP" yet. A run that comes to it faults.',
    '4 unknown_tool There is no tool "calculater" yet. Did you mean "calculator"?',
    '5 unknown_app There is no app "nobody" yet. A run that comes to it faults.',
    '6 unknown_playbook There is no playbook "hopefull" yet. A run that comes to it faults.',
    '7 unknown_tool There is no tool "none_such" yet. A run that comes to it faults.',
  ])
  expect(await post('/api/playbooks', { source })).toMatchObject({ status: 201 })
  // It runs itself.
  expect(places((await validate(source)).warnings)).toContainEqual(
    '6 unknown_playbook There is no playbook "hopefull" yet. Did you mean "hopeful"?',
  )
})

test('literal arguments that do not fit the tool or the app are errors, what an expression gives is not judged', async () => {
  await apps.write('greet', {
    'manifest.json': {
      manifest_version: '1',
      name: 'greet',
      version: '1.0.0',
      description: 'Greets.',
      entry: { type: 'module', file: 'main.ts' },
      inputs: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' } },
        additionalProperties: false,
      },
    },
    'main.ts': 'export default { run: () => 1 }\n',
  })
  // The route looks into a folder that came a moment ago.
  expect((await kernel.request('GET', '/api/agent-apps/greet')).body.error).toBeUndefined()
  const wrong = `${head('wrong')}use:
  functions:
    sum: {call: tool, with: {name: calculator, arguments: {expression: 7}}}
do:
  - one: {call: tool, with: {name: calculator, arguments: {expresion: '1 + 1', expression: '\${ .e }'}}}
  - two: {call: app, with: {name: greet, inputs: {nam: Ada}}}
  - three: {call: sum}
`
  const { valid, errors } = await validate(wrong)
  expect([valid, ...places(errors)]).toEqual([
    false,
    '4 arguments calculator: expression must be text.',
    '6 arguments calculator: expresion is not a known field; did you mean "expression"?',
    '7 arguments greet: nam is not a known field; did you mean "name"?',
  ])
  expect(await post('/api/playbooks', { source: wrong })).toMatchObject({
    status: 422,
    body: { code: 'playbook_invalid' },
  })
  const right = `${head('right')}do:
  - one: {call: tool, with: {name: calculator, arguments: {expression: '\${ .e }'}}}
  - two: {call: tool, with: {name: calculator, arguments: '\${ . }'}}
  - three: {call: app, with: {name: greet, inputs: {name: Ada}}}
`
  expect(await validate(right)).toMatchObject({ valid: true, errors: [], warnings: [] })
})

test('a task that no way leads to is a warning', async () => {
  const source = `${head('islands')}do:
  - choose:
      switch: [{small: {when: .n < 3, then: last}}, {other: {then: exit}}]
  - island: {set: {a: 1}}
  - last: {set: {a: 2}, then: end}
  - behind: {fork: {branches: [{a: {set: {a: 1}, then: end}}, {b: {set: {b: 1}}}]}}
`
  expect(places((await validate(source)).warnings)).toEqual([
    '5 unreachable The task "island" is never reached: no task before it goes on to it.',
    '7 unreachable The task "behind" is never reached: no task before it goes on to it.',
  ])
})

const order = `${head('order')}input:
  schema:
    resource: {endpoint: 'file:./schemas/order.json'}
do:
  - greet: {set: {text: '\${ "Order " + .id }'}}
`

test('a schema beside a folder is checked, kept by its version, and read anew when it changes', async () => {
  await apps.write('order', {
    'playbook.yaml': order,
    'schemas/order.json': { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
  })
  expect((await start('order', { id: 'A-1' })).body).toMatchObject({
    status: 'completed',
    output: { text: 'Order A-1' },
  })
  expect(await start('order', {})).toMatchObject({ status: 400, body: { errors: [{ path: '/inputs/id' }] } })
  expect(await one('order')).toMatchObject({ revision: 1, inputs_schema: { required: ['id'] }, text: order })
  await apps.write('order', { 'schemas/order.json': { type: 'object', required: ['id', 'amount'] } })
  expect(await start('order', { id: 'A-1' })).toMatchObject({
    status: 400,
    body: { errors: [{ path: '/inputs/amount' }] },
  })
  expect(await one('order')).toMatchObject({
    version: '1.0.0',
    revision: 2,
    warnings: [expect.stringContaining('without a new document.version')],
  })
  expect((await post('/api/playbooks/order/validate', {})).body).toMatchObject({ valid: true, errors: [] })
  const edited = (await post('/api/playbooks/order/validate', { source: order.replace('order.json', 'none.json') }))
    .body
  expect(places(edited.errors)).toEqual(['4 resource There is no file schemas/none.json beside the playbook.'])
  const sent = (await post('/api/playbooks', { source: order.replace('name: order', 'name: other') })).body
  expect(places(sent.errors)).toEqual([expect.stringMatching(/^4 resource .*a definition that is sent has no files/)])
})

test('a folder that breaks is listed with its error and its last good version', async () => {
  await apps.write('order', {
    'playbook.yaml': order.replace('schemas/order.json', '../secret.json').replace('1.0.0', '2.0.0'),
  })
  const { items } = (await kernel.request('GET', '/api/playbooks?search=order')).body
  expect(items).toMatchObject([
    {
      name: 'order',
      version: '1.0.0',
      error: { file: 'playbook.yaml', errors: [{ line: 4, path: '/input/schema/resource', code: 'resource' }] },
    },
  ])
  await apps.write('order', { 'playbook.yaml': order.replace('1.0.0', '2.0.0') })
  const fixed = await one('order')
  expect([fixed.version, fixed.error, fixed.warnings]).toEqual(['2.0.0', undefined, undefined])
})

test('a definition that is a link to another file is not read', async () => {
  await writeFile(join(apps.path, '..', 'elsewhere.yaml'), `${head('linked')}do: [{a: {set: {b: 1}}}]\n`)
  await mkdir(join(apps.path, 'linked'))
  await symlink(join(apps.path, '..', 'elsewhere.yaml'), join(apps.path, 'linked', 'playbook.yaml'))
  const { problems } = (await kernel.request('GET', '/api/playbooks')).body
  expect(problems).toMatchObject([{ name: 'linked', errors: [{ message: expect.stringContaining('is a link') }] }])
  await apps.remove('linked')
})
