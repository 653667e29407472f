import type { JsonObject } from '@svc/plugin'
import { expressionInterpreter } from 'vega-interpreter'
import * as vega from 'vega'
import type { Loader, Spec } from 'vega'
import { compile } from 'vega-lite'
import type { TopLevelSpec } from 'vega-lite'

const ink = '#1f2933'
const grey = '#7b8794'
const line = '#e4e7eb'
const colours = [
  '#2f6fa7',
  '#d97b29',
  '#3a8f6b',
  '#a4476a',
  '#7a6bb0',
  '#8a7b4f',
  '#4a9aa5',
  '#c2564b',
  '#5c6670',
  '#b59a2d',
]

const refuseLoading = async (): Promise<never> => {
  throw new Error('A plot has its data within; nothing is loaded.')
}
const loader: Loader = {
  load: refuseLoading,
  sanitize: refuseLoading,
  http: refuseLoading,
  file: refuseLoading,
}

function look(font: string): JsonObject {
  return {
    background: 'transparent',
    font,
    padding: 4,
    view: { stroke: null },
    mark: { color: colours[0] ?? ink },
    axis: {
      domainColor: grey,
      gridColor: line,
      tickColor: grey,
      tickSize: 4,
      labelColor: ink,
      labelFontSize: 11,
      labelLimit: 160,
      titleColor: ink,
      titleFontSize: 12,
      titleFontWeight: 'normal',
      titlePadding: 8,
      titleLimit: 420,
    },
    legend: {
      labelColor: ink,
      labelFontSize: 11,
      labelLimit: 160,
      titleColor: ink,
      titleFontSize: 11,
      titleFontWeight: 'normal',
    },
    header: { labelColor: ink, titleColor: ink, titleFontWeight: 'normal' },
    range: { category: colours, heatmap: { scheme: 'blueorange' } },
  }
}

/** A Vega-Lite plot as SVG. Its expressions are interpreted, nothing is evaluated and nothing loaded. @throws Error for a spec that is none */
export async function plotSvg(spec: JsonObject, font = 'sans-serif'): Promise<string> {
  // The title stands above it as text.
  const { title: _title, config, ...rest } = spec
  const themed = { ...rest, config: { ...look(font), ...(config as JsonObject | undefined) } }
  const { spec: compiled } = compile(themed as unknown as TopLevelSpec)
  const runtime = vega.parse(compiled as Spec, undefined, { ast: true })
  const view = new vega.View(runtime, { expr: expressionInterpreter, renderer: 'none', loader, logLevel: vega.None })
  try {
    return await view.toSVG()
  } finally {
    view.finalize()
  }
}
