import type { FieldError } from '@svc/plugin'

export const limits = {
  metrics: 1000,
  params: 100,
  tags: 100,
  key: 250,
  param: 6000,
  tag: 8000,
  experimentTag: 5000,
  registryText: 100_000,
  experimentName: 500,
  runName: 250,
  alias: 255,
  modelName: 255,
  batchBytes: 1024 * 1024,
} as const

/** What keeps a name of a metric, param or tag from being one: clients make files of them. Null: nothing does. */
export function keyFault(key: string): string | null {
  if (key.trim() === '') return 'must not be empty'
  if (key.length > limits.key) return `is ${key.length} characters long, and ${limits.key} are the most`
  if (key.startsWith('/')) return 'must not begin with "/"'
  if (key.split('/').includes('..')) return 'must not hold ".." as a part'
  if (key.includes('//')) return 'must not hold "//"'
  return key.isWellFormed() ? null : 'has half of a character in it (a lone surrogate)'
}

/** The faults of names and values that are given as an object; `most` characters a value, and so many of them. */
export function labelFaults(
  labels: Readonly<Record<string, string>>,
  { at, characters, most }: { at: string; characters: number; most: number },
): FieldError[] {
  const entries = Object.entries(labels)
  const faults: FieldError[] = []
  if (entries.length > most)
    faults.push({ path: at, message: `has ${entries.length} entries, and ${most} are the most` })
  for (const [key, value] of entries) {
    const fault = keyFault(key)
    const path = `${at}/${pointerPart(key)}`
    if (fault !== null) faults.push({ path, message: fault })
    if (value.length > characters)
      faults.push({ path, message: `is ${value.length} characters long, and ${characters} are the most` })
  }
  return faults
}

export function pointerPart(key: string): string {
  return key.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')
}

const mostTime = 8_640_000_000_000_000

/** What keeps points from being kept; `path` is the list's. */
export function metricFaults(
  points: readonly { key: string; value: number; step?: number; timestamp?: number }[],
  path: string,
): FieldError[] {
  const faults: FieldError[] = []
  if (points.length > limits.metrics)
    faults.push({
      path,
      message: `has ${points.length} points, and ${limits.metrics} are the most. Send several batches`,
    })
  points.forEach(({ key, step = 0, timestamp = 0 }, index) => {
    const fault = keyFault(key)
    if (fault !== null) faults.push({ path: `${path}/${index}/key`, message: fault })
    if (!Number.isSafeInteger(step))
      faults.push({ path: `${path}/${index}/step`, message: 'must be a whole number between -(2^53 - 1) and 2^53 - 1' })
    if (!Number.isSafeInteger(timestamp) || Math.abs(timestamp) > mostTime)
      faults.push({ path: `${path}/${index}/timestamp`, message: 'must be milliseconds since 1970' })
  })
  return faults
}
