import { outputsOf } from '../data/frame.ts'
import type { ClassLabel } from '../data/frame.ts'
import { range } from '../data/random.ts'
import { predictionsOf } from '../judging/metrics.ts'
import type { Prepared } from './prepare.ts'
import type { HeldOut } from './train.ts'

/** The held-out predictions by row of the dataset, from 1: `row,fold,y,prediction` and for classes the probability of each. */
export function predictionsCsv({ target, rows }: Prepared, held: HeldOut, threshold: number): Buffer {
  const classes = target.task === 'regression' ? 0 : outputsOf(target)
  const predictions = predictionsOf({ task: target.task, classes, outputs: held.outputs, threshold })
  const sequence = range(held.rows.length).sort(
    (one, other) => held.rows[one]! - held.rows[other]! || held.folds[one]! - held.folds[other]!,
  )
  const labels = target.classes.map(cell)
  const shown = (value: number): string => (classes > 0 ? labels[value]! : String(value))
  const head = ['row', 'fold', 'y', 'prediction', ...target.classes.map(label => cell(`p(${String(label)})`))].join(',')
  const pieces: Buffer[] = [Buffer.from(`${head}\n`)]
  let lines: string[] = []
  for (const place of sequence) {
    const row = [
      rows[held.rows[place]!]! + 1,
      held.folds[place]!,
      shown(held.truth[place]!),
      shown(predictions[place]!),
    ]
    for (let code = 0; code < classes; code += 1) row.push(held.outputs[place * classes + code]!)
    lines.push(`${row.join(',')}\n`)
    // Not one text for all of them: it could be larger than texts may be.
    if (lines.length < 10_000) continue
    pieces.push(Buffer.from(lines.join('')))
    lines = []
  }
  pieces.push(Buffer.from(lines.join('')))
  return Buffer.concat(pieces)
}

/** One line a row, whatever a label holds: readers find lines by their ends. */
function cell(label: ClassLabel): string {
  const text = String(label).replaceAll(/[\r\n]+/g, ' ')
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
