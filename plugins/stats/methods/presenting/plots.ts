import type { JsonObject, JsonValue } from '@svc/plugin'
import type { AnalysisPlot } from '../stat-method.ts'

// Data fields have fixed names (x, y, group, …): in Vega-Lite a dot or bracket in a field's name is a path, and columns may be called anything.

export interface Axes {
  title: string
  x: string
  y: string
}

/** A specification of the house's size, its data within. */
export function plotOf(title: string, values: JsonObject[], rest: JsonObject): AnalysisPlot {
  return {
    title,
    spec: {
      $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
      title,
      width: 480,
      height: 300,
      data: { values },
      ...rest,
    },
  }
}

export function quantitative(field: string, title: string | null, more: JsonObject = {}): JsonObject {
  return { field, type: 'quantitative', title, scale: { zero: false }, ...more }
}

/** Categories in the order they come in. */
export function nominal(field: string, title: string | null, more: JsonObject = {}): JsonObject {
  return { field, type: 'nominal', title, sort: null, ...more }
}

/** Bars by category; several groups stand beside each other. */
export function barPlot(
  axes: Axes & { group?: string },
  bars: { x: string; y: number | null; group?: string }[],
): AnalysisPlot {
  const values = bars.map(bar => ({ x: bar.x, y: bar.y, group: bar.group ?? '' }))
  const grouped: JsonObject =
    axes.group === undefined
      ? {}
      : {
          xOffset: { field: 'group', sort: null },
          color: nominal('group', axes.group, { legend: { symbolType: 'square' } }),
        }
  return plotOf(axes.title, values, {
    mark: { type: 'bar' },
    encoding: {
      x: nominal('x', axes.x, { axis: { labelAngle: 0 } }),
      y: { field: 'y', type: 'quantitative', title: axes.y },
      ...grouped,
    },
  })
}

export interface Box {
  x: string
  low: number | null
  q1: number | null
  median: number | null
  q3: number | null
  high: number | null
  outliers: readonly (number | null)[]
}

/** Boxes from numbers that R computed on all rows: a box of sampled points would be another. */
export function boxPlot(axes: Axes, boxes: readonly Box[]): AnalysisPlot {
  const values = boxes.map(({ outliers: _outliers, ...box }) => box)
  const outliers: JsonObject[] = boxes.flatMap(box => box.outliers.map(y => ({ x: box.x, y })))
  const x = nominal('x', axes.x, { axis: { labelAngle: 0 } })
  return plotOf(axes.title, values, {
    layer: [
      // Two whiskers, since one line from end to end shows through the box.
      { mark: 'rule', encoding: { x, y: quantitative('low', axes.y), y2: { field: 'q1' } } },
      { mark: 'rule', encoding: { x, y: quantitative('q3', axes.y), y2: { field: 'high' } } },
      {
        mark: { type: 'bar', size: 36, fillOpacity: 0.75 },
        encoding: { x, y: quantitative('q1', axes.y), y2: { field: 'q3' } },
      },
      {
        mark: { type: 'tick', color: 'white', size: 36, thickness: 2 },
        encoding: { x, y: quantitative('median', axes.y) },
      },
      {
        data: { values: outliers },
        mark: { type: 'point', size: 20 },
        encoding: { x, y: quantitative('y', axes.y) },
      },
    ],
  })
}

/** Estimates with their intervals, by category and group. */
export function intervalPlot(
  axes: Axes & { group?: string },
  points: { x: string; y: number | null; low: number | null; high: number | null; group?: string }[],
): AnalysisPlot {
  const values = points.map(point => ({ ...point, group: point.group ?? '' }))
  const x = nominal('x', axes.x, { axis: { labelAngle: 0 } })
  const grouped: JsonObject =
    axes.group === undefined ? {} : { xOffset: { field: 'group', sort: null }, color: nominal('group', axes.group) }
  return plotOf(axes.title, values, {
    layer: [
      { mark: 'rule', encoding: { x, y: quantitative('low', axes.y), y2: { field: 'high' }, ...grouped } },
      { mark: { type: 'point', filled: true, size: 60 }, encoding: { x, y: quantitative('y', axes.y), ...grouped } },
    ],
  })
}

/** Points, and lines through them where given. */
export function scatterPlot(
  axes: Axes & { group?: string },
  points: { x: number | null; y: number | null; group?: string }[],
  line: { x: number | null; y: number | null }[] = [],
): AnalysisPlot {
  const group = axes.group === undefined ? null : nominal('group', axes.group)
  // Colour alone carries no meaning.
  const color: JsonObject = group === null ? {} : { color: group, shape: group }
  const values = points.map(point => ({ x: point.x, y: point.y, group: point.group ?? '' }))
  const dots: JsonObject = {
    mark: { type: 'point', size: 24, filled: true, opacity: 0.6 },
    encoding: { x: quantitative('x', axes.x), y: quantitative('y', axes.y), ...color },
  }
  const through: JsonObject = {
    data: { values: line },
    mark: { type: 'line', color: '#7b8794' },
    encoding: { x: quantitative('x', axes.x), y: quantitative('y', axes.y) },
  }
  return plotOf(axes.title, values, { layer: line.length === 0 ? [dots] : [dots, through] })
}

/** Quantiles of the data against those of a normal distribution, with the line they would follow. */
export function qqPlot(
  title: string,
  points: { x: number | null; y: number | null; group?: string }[],
  line: { intercept: number; slope: number } | null,
): AnalysisPlot {
  const xs = points.map(point => point.x ?? 0)
  const ends = line === null || xs.length === 0 ? [] : [Math.min(...xs), Math.max(...xs)]
  const through = ends.map(x => ({ x, y: (line?.intercept ?? 0) + (line?.slope ?? 0) * x }))
  return scatterPlot({ title, x: 'Quantiles of a normal distribution', y: 'Quantiles of the data' }, points, through)
}

/** Residuals against fitted values, with the line at zero. */
export function residualPlot(title: string, points: { x: number | null; y: number | null }[]): AnalysisPlot {
  const xs = points.map(point => point.x ?? 0)
  const ends = xs.length === 0 ? [] : [Math.min(...xs), Math.max(...xs)]
  return scatterPlot(
    { title, x: 'Fitted value', y: 'Residual' },
    points,
    ends.map(x => ({ x, y: 0 })),
  )
}

/** Counts of bins that R made. */
export function histogramPlot(
  axes: Axes,
  bins: { from: number | null; to: number | null; count: number | null }[],
): AnalysisPlot {
  return plotOf(axes.title, bins, {
    mark: { type: 'bar', binSpacing: 1 },
    encoding: {
      x: { field: 'from', type: 'quantitative', title: axes.x, bin: { binned: true } },
      x2: { field: 'to' },
      y: { field: 'count', type: 'quantitative', title: axes.y },
    },
  })
}

/** Lines over a number or a date, with a band between `low` and `high` where given. */
export function linePlot(
  axes: Axes & { group?: string; temporal?: boolean },
  points: { x: JsonValue; y: number | null; group?: string; low?: number | null; high?: number | null }[],
): AnalysisPlot {
  const values: JsonObject[] = points.map(point => ({ ...point, group: point.group ?? '' }))
  const x: JsonObject = { field: 'x', type: axes.temporal === true ? 'temporal' : 'quantitative', title: axes.x }
  const color: JsonObject = axes.group === undefined ? {} : { color: nominal('group', axes.group) }
  const band: JsonObject = {
    transform: [{ filter: 'isValid(datum.low) && isValid(datum.high)' }],
    mark: { type: 'area', opacity: 0.25 },
    encoding: { x, y: quantitative('low', axes.y), y2: { field: 'high' }, ...color },
  }
  const dashes: JsonObject = axes.group === undefined ? {} : { strokeDash: nominal('group', axes.group) }
  const line: JsonObject = { mark: 'line', encoding: { x, y: quantitative('y', axes.y), ...color, ...dashes } }
  const banded = points.some(point => typeof point.low === 'number')
  return plotOf(axes.title, values, { layer: banded ? [band, line] : [line] })
}
