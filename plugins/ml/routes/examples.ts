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
