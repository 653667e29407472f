import { trainers } from '../training/trainers.ts'
import { exampleRun } from './examples.ts'

export const exampleTrainer = trainers[0]!

const body = {
  dataset_id: 'weather',
  task: 'classification',
  target: 'rain',
  trainer: 'gradient_boosting',
  register_as: 'rain',
} as const

export const exampleTraining = {
  body,
  started: { run_id: exampleRun.run_id, job_id: 'job_01kq3v8d2m5w7x9y1z3a5b7c9d' },
  run: {
    ...exampleRun,
    result: {
      task: 'classification',
      classes: [false, true],
      rows: 365,
      excluded: 0,
      validation: {
        scheme: 'stratified_k_fold',
        folds: [],
        metrics: { roc_auc: { mean: 0.91, sd: 0.02, pooled: 0.9 } },
      },
      baseline: { accuracy: 0.7, roc_auc: 0.5 },
      warnings: [],
    },
  },
}
