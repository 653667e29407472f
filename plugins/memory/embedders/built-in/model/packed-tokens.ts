import { dimensions } from './sentence-graph.ts'

/** Vectors of a text's pieces as bytes, a quarter of their size: each row is its bytes times its scale. */
export interface PackedTokens {
  bytes: Int8Array
  scales: Float32Array
}

export function packTokens(rows: Float32Array): PackedTokens {
  const scales = new Float32Array(rows.length / dimensions)
  const bytes = new Int8Array(rows.length)
  for (let row = 0; row < scales.length; row += 1) {
    const start = row * dimensions
    let largest = 0
    for (let at = start; at < start + dimensions; at += 1) largest = Math.max(largest, Math.abs(rows[at] ?? 0))
    const scale = largest / 127
    scales[row] = scale
    for (let at = start; at < start + dimensions; at += 1)
      bytes[at] = scale === 0 ? 0 : Math.round((rows[at] ?? 0) / scale)
  }
  return { bytes, scales }
}
