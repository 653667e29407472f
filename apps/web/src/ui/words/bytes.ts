const units = ['B', 'kB', 'MB', 'GB', 'TB']

/** In units of 1,000, such as "4.2 MB". */
export function bytes(size: number): string {
  const power = size < 1 ? 0 : Math.min(Math.floor(Math.log10(size) / 3), units.length - 1)
  const value = size / 1000 ** power
  return `${new Intl.NumberFormat('en', { maximumFractionDigits: power === 0 || value >= 100 ? 0 : 1 }).format(value)} ${units[power]}`
}
