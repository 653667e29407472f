/** How much of a column is missing. Some is never 0 %, and not all is never 100 %. */
export function missingWords(missing: number, rows: number): string {
  if (missing === 0) return 'none missing'
  if (missing >= rows) return 'all missing'
  const share = (missing / rows) * 100
  if (share < 1) return '< 1 % missing'
  return share > 99 ? '> 99 % missing' : `${Math.round(share)} % missing`
}
