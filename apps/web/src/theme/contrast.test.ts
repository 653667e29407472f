import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const themes = { light: tokensOf("scheme='light'"), dark: tokensOf("scheme='dark'") }

/** Text needs 4.5:1, the edge of a control 3:1 (WCAG 2.2, 1.4.3 and 1.4.11). */
const pairs: [front: string, ground: string, least: number][] = [
  ...['text', 'text-2', 'text-3'].flatMap(front =>
    ['bg', 'bg-sunken', 'bg-raised', 'bg-hover'].map((ground): [string, string, number] => [front, ground, 4.5]),
  ),
  ['text', 'bg-active', 4.5],
  ['text-2', 'bg-active', 4.5],
  ['line-strong', 'bg', 3],
  ['line-strong', 'bg-raised', 3],
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-hover', 4.5],
  ['accent-text', 'bg', 4.5],
  ['accent-text', 'bg-raised', 4.5],
  ['accent-text', 'accent-soft', 4.5],
  ...['ok', 'warn', 'bad', 'info'].flatMap((front): [string, string, number][] => [
    [front, `${front}-soft`, 4.5],
    [front, 'bg', 4.5],
    [front, 'bg-raised', 4.5],
  ]),
  ...Array.from({ length: 8 }, (_, index): [string, string, number] => [`chart-${index + 1}`, 'bg', 3]),
]

describe.each(Object.entries(themes))('the tokens of the %s theme', (_, tokens) => {
  it.each(pairs)('show %s on %s with at least %d:1', (front, ground, least) => {
    expect(ratio(tokens[front] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(least)
  })
})

function tokensOf(theme: string): Record<string, string> {
  const block = css.slice(css.indexOf(theme)).match(/\{([^}]*)\}/)?.[1] ?? ''
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#\w{6});/g)].map(([, name, value]) => [name, value]))
}

function ratio(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(at => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
