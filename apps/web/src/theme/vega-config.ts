import type { Config } from 'vega-lite'

/** How charts look: the tokens as they are now, so it is read again when the theme changes. */
export function vegaConfig(): Config {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string): string => style.getPropertyValue(name).trim()
  const [text, muted, line, font] = ['--text', '--text-2', '--line', '--font'].map(token) as [
    string,
    string,
    string,
    string,
  ]
  // Eight that colour-blind eyes distinguish, too; chart-colours.test.ts measures them.
  const colours = Array.from({ length: 8 }, (_, index) => token(`--chart-${index + 1}`))
  return {
    background: 'transparent',
    font,
    padding: 4,
    view: { stroke: null },
    mark: { color: colours[0] ?? text },
    axis: {
      domainColor: muted,
      gridColor: line,
      tickColor: muted,
      tickSize: 4,
      labelColor: muted,
      labelFontSize: 12,
      labelLimit: 160,
      titleColor: text,
      titleFontSize: 12,
      titleFontWeight: 500,
      titlePadding: 8,
    },
    legend: {
      labelColor: muted,
      labelFontSize: 12,
      labelLimit: 160,
      titleColor: text,
      titleFontSize: 12,
      titleFontWeight: 500,
    },
    header: { labelColor: text, titleColor: text, titleFontWeight: 500 },
    title: { color: text },
    rule: { color: muted },
    range: { category: colours },
  }
}
