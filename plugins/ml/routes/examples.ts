import { trainers } from '../training/trainers.ts'

const at = '2026-01-31T12:00:00.000Z'

export const exampleExperiment = {
  experiment_id: 'exp_01kq3v8d2m5w7x9y1z3a5b7c9d',
  name: 'House prices',
  description: 'What a house sells for',
  tags: { team: 'pricing' },
  state: 'active',
  runs: 12,
  created_at: at,
  updated_at: at,
} as const

export const exampleRun = {
  run_id: 'mlr_01kq3v8d2m5w7x9y1z3a5b7c9d',
  experiment_id: exampleExperiment.experiment_id,
  name: 'ridge',
  status: 'running',
  failure: null,
  params: { alpha: '0.5' },
  metrics: { rmse: 41.2 },
  tags: { stage: 'first try' },
  dataset: {
    dataset_id: 'ds_01kq3v8d2m5w7x9y1z3a5b7c9d',
    name: 'Houses',
    version: 2,
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  },
  job_id: null,
  session_id: null,
  parent_run_id: null,
  artifact_count: 1,
  state: 'active',
  created_at: at,
  started_at: at,
  finished_at: null,
} as const

export const exampleHistory = {
  key: 'loss',
  points: [
    { step: 0, timestamp: 1769860800000, value: 0.9 },
    { step: 1, timestamp: 1769860801000, value: 0.4 },
  ],
  total: 2,
  sampled: false,
} as const

export const exampleArtifact = {
  path: 'plots/residuals.svg',
  size: 2048,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  is_dir: false,
} as const

export const exampleTrainer = trainers[0]!

export const exampleTraining = {
  body: {
    dataset_id: 'weather',
    task: 'classification',
    target: 'rain',
    trainer: 'gradient_boosting',
    register_as: 'rain',
  } as const,
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

export const examplePrediction = {
  body: { rows: [{ pressure: 1009, wind: 'SW', humidity: null }] },
  answer: {
    model: { name: 'rain', version: 2, sha256: '9f2c'.repeat(16) },
    predictions: [true],
    probabilities: [{ false: 0.23, true: 0.77 }],
    warnings: [],
    elapsed_ms: 4,
  },
}

export const exampleDrift = {
  body: { dataset_id: 'weather_today' },
  answer: {
    model: { name: 'rain', version: 2 },
    baseline: { dataset_id: exampleRun.dataset.dataset_id, version: 1 },
    dataset: { dataset_id: 'ds_01kq3v8d2m5w7x9y1z3a5b7c9e', version: 1 },
    features: [
      { feature: 'pressure', kind: 'number', psi: 0.31, statistic: 0.22, test: 'ks', p_value: 0.0004, drifted: true },
    ],
    prediction: { psi: 0.08, drifted: false },
    performance: { roc_auc: { baseline: 0.91, now: 0.87 } },
    drifted: true,
    warnings: [],
  },
}
