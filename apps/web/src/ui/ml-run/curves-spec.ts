type Spec = Readonly<Record<string, unknown>>

export interface CurvePoint {
  curve: string
  step: number
  value: number
}

/** How figures went, a line for each curve. */
export function curvesSpec(points: readonly CurvePoint[]): Spec {
  const isFew = points.length <= 60
  return {
    data: { values: points },
    mark: { type: 'line', point: isFew },
    height: 240,
    encoding: {
      x: {
        field: 'step',
        type: 'quantitative',
        title: 'Step',
        axis: { format: 'd', tickMinStep: 1 },
        scale: { zero: false, nice: false },
      },
      y: { field: 'value', type: 'quantitative', title: 'Value', scale: { zero: false } },
      color: { field: 'curve', type: 'nominal', title: 'Curve', legend: { orient: 'top', title: null } },
    },
  }
}

/** Curves that say how a training went; of other runs the first metrics, without what trainers write once at the end. */
export function usualCurves(keys: readonly string[]): string[] {
  const found = losses.filter(key => keys.includes(key))
  if (found.length > 0) return found
  const logged = keys.filter(key => !trainersOwn.test(key))
  return (logged.length > 0 ? logged : keys.filter(key => /^cv_(?!.*_(mean|sd)$)/.test(key))).slice(0, mostUsual)
}

const mostUsual = 3
const losses = ['train_loss', 'validation_loss']
const trainersOwn = /^(cv|baseline)_/
