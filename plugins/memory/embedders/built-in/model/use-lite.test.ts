import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { beforeAll, describe, expect, it } from 'vitest'
import { dimensions, matchGraph, mostPieces } from './sentence-graph.ts'
import { Tokenizer } from './tokenizer.ts'
import { runtimeNames, withRuntime } from './runtime.ts'
import { readModel } from './model-weights.ts'
import { UseLite } from './use-lite.ts'

interface Stored {
  text: string
  /** Pieces and vector as TensorFlow.js computed them, which workspaces have stored. */
  ids: number[]
  vector: string
}
const stored = JSON.parse(readFileSync(new URL('./fixtures/vectors.json', import.meta.url), 'utf8')) as Stored[]

function numbersOf({ vector }: Stored): Float32Array {
  return new Float32Array(new Uint8Array(Buffer.from(vector, 'base64')).buffer)
}

function farthest(a: Float32Array, b: Float32Array): number {
  return a.reduce((most, value, index) => Math.max(most, Math.abs(value - (b[index] ?? Infinity))), 0)
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
}

it('cuts texts into the pieces that stored vectors were made of', async () => {
  const tokenizer = new Tokenizer((await readModel()).vocabulary)
  expect(stored.map(({ text }) => tokenizer.encode(text))).toEqual(stored.map(({ ids }) => ids))
  expect(tokenizer.encode('')).toEqual([])
})

describe.each(runtimeNames)('the model on the %s runtime', name => {
  let model: UseLite
  beforeAll(async () => {
    model = await UseLite.open([name])
  })

  it('gives the vectors that are stored', async () => {
    expect(model.runtime).toBe(name)
    const vectors = await model.sentences(stored.map(({ text }) => text))
    const differences = stored.map((one, index) => farthest(numbersOf(one), vectors[index] ?? new Float32Array()))
    expect(Math.max(...differences)).toBeLessThan(1e-5)
  })

  it('gives nearly these vectors with weights of a byte', async () => {
    const small = await UseLite.open([name], 'int8')
    const vectors = await small.sentences(stored.map(({ text }) => text))
    const cosines = stored.map((one, index) => cosine(numbersOf(one), vectors[index] ?? new Float32Array()))
    expect(Math.min(...cosines)).toBeGreaterThan(0.99)
    expect(Math.min(...cosines)).toBeLessThan(1 - 1e-6)
  })

  it('gives the same vector to the last bit, alone and beside texts as long', async () => {
    const texts = ['The first cat sleeps.', 'The second cat sleeps.', 'The third cat sleeps.']
    const beside = await model.sentences(texts)
    const alone = await Promise.all(texts.map(async text => (await model.sentences([text]))[0]))
    expect(beside).toEqual(alone)
  })

  it('gives a vector of length 1 for each piece, also beyond the pieces that it reads at once', async () => {
    const pieces = model.pieces('The archive keeps a copy of each letter for ten years. '.repeat(20))
    expect(pieces.length).toBeGreaterThan(mostPieces)
    const rows = await model.tokens(pieces)
    const lengths = pieces.map((_, row) => {
      const one = rows.subarray(row * dimensions, (row + 1) * dimensions)
      return cosine(one, one)
    })
    expect(rows).toHaveLength(pieces.length * dimensions)
    expect(lengths.every(length => Math.abs(length - 1) < 1e-4)).toBe(true)
  })
})

describe('a runtime', () => {
  const require = createRequire(import.meta.url)

  it('that cannot be loaded, or fails at the first graph, gives way to the next', async () => {
    const unloadable = (name: string): unknown => require(name === 'native' ? './no-such-library' : 'onnxruntime-web')
    expect(await withRuntime(runtimeNames, runtime => Promise.resolve(runtime.name), unloadable)).toBe('portable')

    const used = await withRuntime(runtimeNames, async runtime => {
      await runtime.open(runtime.name === 'native' ? Buffer.from('no graph') : matchGraph())
      return runtime.name
    })
    expect(used).toBe('portable')
  })

  it('that is missing together with the other is named with the reason of each', async () => {
    const missing = (name: string) => {
      throw new Error(`no library for ${name}`)
    }
    await expect(withRuntime(runtimeNames, () => Promise.resolve(), missing)).rejects.toThrow(
      'Nothing here can run the built-in model. onnxruntime-node: no library for native; onnxruntime-web: no library for portable',
    )
  })
})
