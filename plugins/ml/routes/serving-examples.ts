const ds = 'ds_01kq3v8d2m5w7x9y1z3a5b7c9d'

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
    baseline: { dataset_id: ds, version: 1 },
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
