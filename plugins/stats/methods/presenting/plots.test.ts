import { expect, it } from 'vitest'
import { plotSvg } from '../../exports/plot-svg.ts'
import { boxPlot, linePlot, scatterPlot } from './plots.ts'

it('draws the whiskers of a box outside of it', async () => {
  const box = { x: 'a', low: 0, q1: 25, median: 50, q3: 75, high: 100, outliers: [] }
  const svg = await plotSvg(boxPlot({ title: 'Box', x: 'Group', y: 'Value' }, [box]).spec)
  const whiskers = [...svg.matchAll(/aria-roledescription="rule mark"[^>]* transform="[^"]*"[^>]* y2="(-?[\d.]+)"/g)]
  // A whisker is a quarter of the axis of 300 pixels: 75, where one through the box would be 300.
  expect(whiskers.map(match => Math.abs(Number(match[1])))).toEqual([75, 75])
})

it('shows groups by shapes and dashes, not by colours alone', () => {
  const points = [{ x: 1, y: 2, group: 'a' }]
  const dots = JSON.stringify(scatterPlot({ title: 't', x: 'x', y: 'y', group: 'g' }, points).spec)
  const lines = JSON.stringify(linePlot({ title: 't', x: 'x', y: 'y', group: 'g' }, points).spec)
  expect([dots, lines]).toEqual([expect.stringContaining('"shape"'), expect.stringContaining('"strokeDash"')])
  expect(JSON.stringify(scatterPlot({ title: 't', x: 'x', y: 'y' }, points).spec)).not.toContain('"shape"')
})
