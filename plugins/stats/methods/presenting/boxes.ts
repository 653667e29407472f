import type { JsonObject } from '@svc/plugin'
import { numberAt, numbersAt, objectAt, objectsAt, textAt } from './answers.ts'
import type { Box } from './plots.ts'

/** Boxes as `svc_box` answers them. */
export function boxesAt(object: JsonObject, key: string): Box[] {
  return objectsAt(object, key).map(box => ({
    x: textAt(box, 'x'),
    low: numberAt(box, 'low'),
    q1: numberAt(box, 'q1'),
    median: numberAt(box, 'median'),
    q3: numberAt(box, 'q3'),
    high: numberAt(box, 'high'),
    outliers: numbersAt(box, 'outliers'),
  }))
}

/** Points and line as `svc_qq` answers them. */
export function qqAt(object: JsonObject, key: string) {
  const qq = objectAt(object, key)
  const ys = numbersAt(qq, 'y')
  const slope = numberAt(qq, 'slope')
  const intercept = numberAt(qq, 'intercept')
  return {
    points: numbersAt(qq, 'x').map((x, index) => ({ x, y: ys[index] ?? null })),
    line: slope === null || intercept === null ? null : { slope, intercept },
  }
}
