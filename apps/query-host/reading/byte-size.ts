/** `10 MB`, for sentences. */
export function byteSize(bytes: number): string {
  const units: [number, string][] = [
    [1024 ** 3, 'GB'],
    [1024 ** 2, 'MB'],
    [1024, 'kB'],
  ]
  const [size, unit] = units.find(([least]) => bytes >= least) ?? [1, 'bytes']
  return `${Math.round((bytes / size) * 10) / 10} ${unit}`
}
