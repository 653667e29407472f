import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Fold } from './learning/data/folds.ts'
import type { Step } from './learning/estimators.ts'
import type { FinalOutcome, FoldOutcome, LearningInput } from './learning/training/fit-rows.ts'
import type { Fitters } from './learning/training/train.ts'
import type { FitReport, FitTask } from './fit-thread.ts'

interface Waiting {
  fit: Fold | 'final'
  onStep: (step: Step) => void
  resolve(outcome: FoldOutcome | FinalOutcome): void
  reject(error: Error): void
}

/** Threads that fit folds, each one at a time. They stand before the program gives up its rights to read its own files. */
export class FitThreads implements Fitters {
  readonly #workers: Worker[]
  #idle: Worker[] = []
  #waiting: Waiting[] = []

  private constructor(workers: Worker[]) {
    this.#workers = workers
  }

  static async start(count: number, entry: URL): Promise<FitThreads> {
    const workers = Array.from({ length: count }, () => new Worker(entry))
    await Promise.all(workers.map(worker => once(worker, 'message')))
    return new FitThreads(workers)
  }

  get count(): number {
    return this.#workers.length
  }

  start(input: LearningInput): void {
    this.#waiting = []
    this.#idle = this.#workers.slice(0, Math.max(1, Math.min(input.order.threads, this.#workers.length)))
    for (const worker of this.#idle) worker.postMessage({ input } satisfies FitTask)
  }

  fold(fold: Fold, onStep: (step: Step) => void): Promise<FoldOutcome> {
    return this.#fit(fold, onStep) as Promise<FoldOutcome>
  }

  final(onStep: (step: Step) => void): Promise<FinalOutcome> {
    return this.#fit('final', onStep) as Promise<FinalOutcome>
  }

  #fit(fit: Fold | 'final', onStep: (step: Step) => void): Promise<FoldOutcome | FinalOutcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ fit, onStep, resolve, reject })
      this.#next()
    })
  }

  #next(): void {
    const worker = this.#waiting.length > 0 ? this.#idle.pop() : undefined
    if (!worker) return
    const { fit, onStep, resolve, reject } = this.#waiting.shift()!
    const onMessage = (report: FitReport): void => {
      if ('step' in report) return onStep(report.step)
      worker.off('message', onMessage)
      worker.off('error', reject)
      this.#idle.push(worker)
      if ('outcome' in report) resolve(report.outcome)
      else if ('failure' in report)
        reject(Object.assign(new Error(report.failure.message), { stack: report.failure.stack }))
      this.#next()
    }
    worker.on('message', onMessage)
    worker.on('error', reject)
    worker.postMessage({ fit } satisfies FitTask)
  }
}
