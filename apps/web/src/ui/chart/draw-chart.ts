import type { Loader, Spec } from 'vega'
import { None, parse, View } from 'vega'
import { expressionInterpreter } from 'vega-interpreter'
import { compile } from 'vega-lite'
import type { TopLevelSpec } from 'vega-lite'
import { vegaConfig } from '../../theme/vega-config.ts'

const manyMarks = 3000
const lowest = 200
const highest = 640

const refuse = (): Promise<never> => Promise.reject(new Error('A chart has its data within. Nothing is loaded.'))
const loader: Loader = { load: refuse, sanitize: refuse, http: refuse, file: refuse }

/**
 * Draws a Vega-Lite chart into an element, as wide as there is place. Its expressions are interpreted, so that nothing is evaluated as code, and nothing is
 * loaded. Call what it brings to take the chart away.
 * @throws Error for a specification that is none
 */
export async function drawChart(
  element: HTMLElement,
  spec: Readonly<Record<string, unknown>>,
  count: number,
): Promise<() => void> {
  const { title: _title, config, ...rest } = spec
  const isOneView = ['facet', 'repeat', 'hconcat', 'vconcat', 'concat', 'spec'].every(name => rest[name] === undefined)
  const width = Math.max(lowest, Math.min(highest, element.clientWidth))
  const fitted = isOneView ? { ...rest, width, autosize: { type: 'fit-x', contains: 'padding' } } : rest
  const themed = { ...fitted, config: { ...vegaConfig(), ...(config as object | undefined) } }
  const { spec: compiled } = compile(themed as unknown as TopLevelSpec)
  const parsed = parse(compiled as Spec, undefined, { ast: true })
  // Another drawing may begin in this element before this one is taken away.
  const own = element.appendChild(document.createElement('div'))
  const view = new View(parsed, {
    expr: expressionInterpreter,
    renderer: count > manyMarks ? 'canvas' : 'svg',
    container: own,
    loader,
    logLevel: None,
  })
  try {
    await view.runAsync()
  } catch (error) {
    view.finalize()
    own.remove()
    throw error
  }
  return () => {
    view.finalize()
    own.remove()
  }
}
