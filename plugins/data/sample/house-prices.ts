const rows = 500
const districts = [
  { name: 'Harbour', perSquareMetre: 4300 },
  { name: 'Old town', perSquareMetre: 4700 },
  { name: 'Park', perSquareMetre: 3900 },
  { name: 'Mill hill', perSquareMetre: 3100 },
] as const

/** Numbers from 0 to 1 that are the same at every call (a linear congruential generator). */
function numbers(): () => number {
  let state = 20_260_131
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Made-up prices of houses as CSV: larger, newer and nearer ones cost more, a garden adds a little, and the rest is chance. */
export function housePrices(): string {
  const next = numbers()
  const between = (low: number, high: number): number => low + next() * (high - low)
  const lines = Array.from({ length: rows }, (_, index) => {
    const district = districts[Math.floor(next() * districts.length)] ?? districts[0]
    const area = Math.round(between(38, 210))
    const bedrooms = Math.max(1, Math.round(area / 34 + between(-1, 1)))
    const built = Math.round(between(1905, 2024))
    const distance = Math.round(between(2, 150)) / 10
    const hasGarden = next() < 0.45
    const sold = new Date(Date.UTC(2024, 0, 1 + Math.floor(next() * 730))).toISOString().slice(0, 10)
    // The mean of three is nearer to a bell than one.
    const chance = 0.82 + 0.36 * ((next() + next() + next()) / 3)
    const value = area * district.perSquareMetre + (built - 1905) * 650 - distance * 5200 + (hasGarden ? 24_000 : 0)
    const price = Math.max(60_000, Math.round((value * chance) / 500) * 500)
    return [index + 1, sold, district.name, area, bedrooms, built, distance, hasGarden ? 'yes' : 'no', price].join(',')
  })
  return ['house,sold_on,district,area_m2,bedrooms,year_built,distance_km,garden,price', ...lines, ''].join('\n')
}
