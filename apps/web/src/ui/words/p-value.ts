/** p without the zero before its point, and never as zero. */
export function printedP(value: number): string {
  if (value < 0.001) return '< .001'
  if (value > 0.999) return '> .999'
  return value.toFixed(3).replace(/^0/, '')
}
