import { describe, expect, it } from 'vitest'
import { categoryDrift, numberDrift, upperGamma } from './tests.ts'

const line = (count: number, shift = 0) => Array.from({ length: count }, (_, row) => row / count + shift)

describe('drift', () => {
  it('is nothing between equal samples, and grows with the distance', () => {
    expect(numberDrift(line(1000), line(1000))).toEqual({ psi: 0, statistic: 0, test: 'ks', p_value: 1 })
    const some = numberDrift(line(1000), line(1000, 0.1))
    const much = numberDrift(line(1000), line(1000, 0.5))
    expect(some.statistic).toBeCloseTo(0.1, 2)
    expect([some.psi < much.psi, much.psi > 0.2, much.p_value < 1e-9]).toEqual([true, true, true])
  })

  it('counts a number that is missing now', () => {
    const holes = line(1000).map((value, row) => (row % 2 ? Number.NaN : value))
    expect(numberDrift(line(1000), holes).psi).toBeGreaterThan(0.2)
  })

  it('has the probabilities of published tables', () => {
    // The five percent points of chi-square with 1, 5 and 30 degrees of freedom.
    const points: [number, number][] = [
      [1, 3.841459],
      [5, 11.070498],
      [30, 43.772972],
    ]
    for (const [freedom, point] of points) expect(upperGamma(freedom / 2, point / 2)).toBeCloseTo(0.05, 6)
    // 1.358 / sqrt(n·m/(n+m)) is the five percent point of Kolmogorov and Smirnov.
    const shifted = numberDrift(line(2000), line(2000, 1.358 / Math.sqrt(1000)))
    expect(shifted.p_value).toBeGreaterThan(0.03)
    expect(shifted.p_value).toBeLessThan(0.06)
  })

  it('compares categories by their counts, new ones too', () => {
    const same = categoryDrift(
      new Map([
        ['a', 50],
        ['b', 50],
      ]),
      new Map([
        ['a', 100],
        ['b', 100],
      ]),
    )
    expect(same).toEqual({ psi: 0, statistic: 0, test: 'chi_square', p_value: 1 })
    const turned = categoryDrift(
      new Map([
        ['a', 90],
        ['b', 10],
      ]),
      new Map([
        ['a', 10],
        ['b', 80],
        ['c', 10],
      ]),
    )
    expect([turned.psi > 1, turned.p_value < 1e-9]).toEqual([true, true])
  })
})
