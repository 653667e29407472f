import onnxProto from 'onnx-proto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import type { TestKernel } from '../../../test/rooms/kernel.ts'

const { onnx } = onnxProto
type Node = Parameters<typeof onnx.NodeProto.create>[0]
type Tensor = Parameters<typeof onnx.TensorProto.create>[0]
const { FLOAT, INT64 } = onnx.TensorProto.DataType

let svc: TestKernel
beforeAll(async () => {
  svc = await startTestKernel({ plugins: ['data', 'developer', 'ml'] })
})
afterAll(() => svc.stop())

/** An ONNX file with an input `x` and an output `y`, both of numbers. */
function file(node: Node[], initializer: Tensor[] = [], domains: readonly string[] = ['']): Uint8Array {
  const value = (name: string) => {
    const dim = [{ dimParam: 'rows' }, { dimValue: 1 }]
    return onnx.ValueInfoProto.create({ name, type: { tensorType: { elemType: FLOAT, shape: { dim } } } })
  }
  const graph = onnx.GraphProto.create({
    name: 'g',
    node: node.map(each => onnx.NodeProto.create(each)),
    initializer: initializer.map(each => onnx.TensorProto.create(each)),
    input: [value('x')],
    output: [value('y')],
  })
  const opsetImport = domains.map(domain => ({ domain, version: 13 }))
  return onnx.ModelProto.encode(onnx.ModelProto.create({ irVersion: 7, opsetImport, graph })).finish()
}

/** What it says when it is registered and asked. */
async function asked(name: string, content: Uint8Array) {
  const { run_id } = (await svc.request('POST', '/api/ml/runs', { body: { name } })).body
  const headers = { authorization: `Bearer ${svc.key}` }
  const body = new Uint8Array(content)
  await fetch(`${svc.url}/api/ml/runs/${run_id}/artifacts/m.onnx`, { method: 'PUT', headers, body })
  await svc.request('POST', '/api/ml/models', { body: { name } })
  await svc.request('POST', `/api/ml/models/${name}/versions`, { body: { run_id, path: 'm.onnx' } })
  const answer = await svc.request('POST', `/api/ml/models/${name}/predict`, { body: { rows: [{ x: 2 }] } })
  return [answer.status, answer.body.code ?? answer.body.predictions, answer.body.detail] as const
}

/** Sends it in a form, as the next version of the model. */
async function imported(name: string, content: Uint8Array | null, more: Record<string, string> = {}, key?: string) {
  const form = new FormData()
  if (content) form.set('file', new Blob([new Uint8Array(content)]), '../my model.ONNX')
  for (const [field, value] of Object.entries(more)) form.set(field, value)
  const headers = { authorization: `Bearer ${svc.key}`, ...(key !== undefined && { 'idempotency-key': key }) }
  const answer = await fetch(`${svc.url}/api/ml/models/${name}/versions`, { method: 'POST', headers, body: form })
  return { answer, status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const identity = { opType: 'Identity', input: ['x'], output: ['y'] }

describe('an ONNX file from elsewhere', () => {
  it('that is sound is run', async () => {
    expect((await asked('sound', file([identity]))).slice(0, 2)).toEqual([200, [2]])
  })

  it('whose numbers lie in another file is refused, and that file is not read', async () => {
    const externalData = [{ key: 'location', value: '../../../../etc/passwd' }]
    const dataLocation = onnx.TensorProto.DataLocation.EXTERNAL
    const tensor = { name: 'w', dataType: FLOAT, dims: [1], dataLocation, externalData }
    const add = { opType: 'Add', input: ['x', 'w'], output: ['y'] }
    const [status, code, detail] = await asked('external', file([add], [tensor]))
    expect([status, code]).toEqual([422, 'onnx_refused'])
    expect(detail).toMatch(/external data/)
    expect(detail).not.toMatch(/root:/)
  })

  it('with operators of its own is refused', async () => {
    const node = { opType: 'Shell', domain: 'com.evil', input: ['x'], output: ['y'] }
    const [status, code] = await asked('custom', file([node], [], ['', 'com.evil']))
    expect([status, code]).toEqual([422, 'onnx_refused'])
  })

  it.each([
    ['more than any machine has', 100_000_000_000],
    ['more than its process may have', 500_000_000],
  ])(
    'that makes a tensor with numbers for %s out of a few bytes is refused, and the server goes on',
    async (_, size) => {
      const shape = { name: 's', dataType: INT64, dims: [1], int64Data: [size] }
      const bomb = [
        { opType: 'ConstantOfShape', input: ['s'], output: ['big'] },
        { opType: 'ReduceSum', input: ['big'], output: ['sum'] },
        { opType: 'Add', input: ['x', 'sum'], output: ['y'] },
      ]
      expect((await asked(`bomb-${size}`, file(bomb, [shape])))[0]).toBe(422)
      expect((await asked(`after-${size}`, file([identity]))).slice(0, 2)).toEqual([200, [2]])
    },
  )
})

describe('an ONNX file that is sent as a version', () => {
  it('is kept with what it takes and gives, and answers', async () => {
    await svc.request('POST', '/api/ml/models', { body: { name: 'brought' } })
    const { answer, status, body } = await imported('brought', file([identity]), {
      description: 'by hand',
      tags: '{"team": "a"}',
    })
    const { version, run_id, source, inputs, outputs, state, description, tags } = body
    expect([status, answer.headers.get('location')]).toEqual([201, `${svc.url}/api/ml/models/brought/versions/1`])
    expect({ version, run_id, source, state, description, tags }).toEqual({
      version: 1,
      run_id: null,
      source: 'upload:/my_model.onnx',
      state: 'ready',
      description: 'by hand',
      tags: { team: 'a' },
    })
    expect([inputs, outputs]).toEqual([
      [expect.objectContaining({ name: 'x', type: 'float32' })],
      [{ name: 'y', type: 'float32' }],
    ])
    const asked = await svc.request('POST', '/api/ml/models/brought/predict', { body: { rows: [{ x: 3 }] } })
    expect(asked.body.predictions).toEqual([3])
  })

  it('is one version when it is sent twice with one key, and another file with the key is refused', async () => {
    await svc.request('POST', '/api/ml/models', { body: { name: 'twice' } })
    const first = await imported('twice', file([identity]), {}, 'k')
    const again = await imported('twice', file([identity]), {}, 'k')
    const other = await imported('twice', file([{ opType: 'Neg', input: ['x'], output: ['y'] }]), {}, 'k')
    expect([first.status, again.status, again.body.version]).toEqual([201, 201, 1])
    expect([first, again].map(({ answer }) => answer.headers.get('idempotency-replayed'))).toEqual([null, 'true'])
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch'])
  })

  it('leaves no version behind when it is refused, is missing, or is of a model that is not there', async () => {
    await svc.request('POST', '/api/ml/models', { body: { name: 'empty' } })
    const answers = [
      await imported('empty', Buffer.from('no model')),
      await imported('empty', null, { description: 'x' }),
      await imported('empty', file([identity]), { stage: 'Production' }),
      await imported('empty', file([identity]), { tags: '[1]' }),
      await imported('none', file([identity])),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [422, 'onnx_refused'],
      [400, 'validation_error'],
      [400, 'validation_error'],
      [400, 'validation_error'],
      [404, 'not_found'],
    ])
    const { latest_version } = (await svc.request('GET', '/api/ml/models/empty')).body
    expect(latest_version).toBeNull()
  })
})
