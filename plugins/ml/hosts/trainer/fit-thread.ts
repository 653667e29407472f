import { parentPort } from 'node:worker_threads'
import type { Fold } from './learning/data/folds.ts'
import { fitFinal, fitFold } from './learning/training/fit-rows.ts'
import type { FinalOutcome, FoldOutcome, LearningInput } from './learning/training/fit-rows.ts'
import type { Step } from './learning/estimators.ts'

/** The first is sent once for each training; its arrays are shared with all threads. */
export type FitTask = { input: LearningInput } | { fit: Fold | 'final' }

export type FitReport =
  | { ready: true }
  | { step: Step }
  | { outcome: FoldOutcome | FinalOutcome }
  | { failure: { message: string; stack: string } }

const leastMsBetweenSteps = 50

/** The frame of a thread that fits one fold after the other. */
export function serveFits(): void {
  const port = parentPort!
  let input: LearningInput | null = null
  const send = (report: FitReport): void => port.postMessage(report)
  port.on('message', (task: FitTask) => {
    if ('input' in task) {
      input = task.input
      return
    }
    try {
      const onStep = sparing(step => send({ step }))
      send({ outcome: task.fit === 'final' ? fitFinal(input!, onStep) : fitFold(input!, task.fit, onStep) })
    } catch (error) {
      const { message, stack = '' } = error as Error
      send({ failure: { message, stack } })
    }
  })
  send({ ready: true })
}

/** A step for each moment that a person can see, the first and the last always. */
function sparing(report: (step: Step) => void): (step: Step) => void {
  let last = -Infinity
  return step => {
    const now = performance.now()
    if (now - last < leastMsBetweenSteps && step.step < step.steps) return
    last = now
    report(step)
  }
}
