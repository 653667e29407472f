import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const leastDistance = 0.1
type Vector = readonly [number, number, number]

/** Eyes without one kind of cone see a colour as this makes it of linear RGB: Machado, Oliveira and Fernandes (2009), severity 1. */
const eyes: Readonly<Record<string, readonly [Vector, Vector, Vector]>> = {
  'all three kinds of cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

describe.each(['light', 'dark'])('the colours of charts in the %s theme', theme => {
  const block = css.slice(css.indexOf(`scheme='${theme}'`)).match(/\{([^}]*)\}/)?.[1] ?? ''
  const colours = [...block.matchAll(/--chart-\d: (#\w{6});/g)].map(([, colour = '']) => colour)

  it.each(Object.entries(eyes))('are eight that differ for eyes with %s', (_, seen) => {
    expect(colours).toHaveLength(8)
    const places = colours.map(colour => oklab(through(seen, linear(colour))))
    const near = colours.flatMap((colour, index) =>
      colours
        .slice(0, index)
        .filter((_other, at) => distance(places[index] as Vector, places[at] as Vector) < leastDistance)
        .map(other => `${colour} ${other}`),
    )
    expect(near).toEqual([])
  })
})

function linear(hex: string): Vector {
  return [1, 3, 5].map(at => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as unknown as Vector
}

function through(matrix: readonly [Vector, Vector, Vector], [r, g, b]: Vector): Vector {
  return matrix.map(row => Math.min(1, Math.max(0, row[0] * r + row[1] * g + row[2] * b))) as unknown as Vector
}

/** Where distances are as people see them. */
function oklab([r, g, b]: Vector): Vector {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function distance(a: Vector, b: Vector): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}
