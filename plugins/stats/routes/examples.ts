const dataset_id = 'ds_01kq3v8d2m5w7x9y1z3a5b7c9d'

export const exampleOrder = {
  dataset_id,
  method: 't_test_independent',
  variables: { dependent: 'len', group: 'supp' },
  options: { equal_variances: false },
}

export const exampleSummary = {
  analysis_id: 'ana_01kq3v8d2m5w7x9y1z3a5b7c9d',
  method: 't_test_independent',
  title: 'Independent samples t test',
  dataset_id,
  version: 1,
  dataset: 'ToothGrowth',
  n: 60,
  excluded: 0,
  interpretation: 'The means of len in the groups OJ and VC do not differ significantly, t(55.31) = 1.92, p = 0.061.',
  duration_ms: 41,
  created_at: '2026-01-31T12:00:00.000Z',
  created_by: { user_id: 'usr_01kq3v8d2m5w7x9y1z3a5b7c9d', username: 'ada' },
}

export const exampleAnalysis = {
  ...exampleSummary,
  variables: exampleOrder.variables,
  options: { ...exampleOrder.options, alternative: 'two_sided', conf_level: 0.95 },
  filter: null,
  result: {
    statistic: 1.915268315,
    df: 55.30943,
    p_value: 0.06063451,
    estimate: 3.7,
    conf_int: [-0.1710156, 7.5710156],
    effect_size: { name: "Cohen's d", value: 0.4945, conf_int: [-0.0217, 1.0071] },
  },
  tables: [
    {
      title: 'Groups',
      columns: [
        { name: 'supp', type: 'text' },
        { name: 'n', type: 'integer' },
        { name: 'mean', type: 'number' },
      ],
      rows: [
        ['OJ', 30, 20.66333],
        ['VC', 30, 16.96333],
      ],
    },
  ],
  assumptions: [{ name: 'Normality in OJ', statistic: 0.9178, p_value: 0.0236, ok: false, note: 'Shapiro-Wilk' }],
  plots: [{ title: 'len by supp', spec: { mark: 'boxplot' } }],
  syntax: { r: 't.test(len ~ supp, data = d)', python: 'stats.ttest_ind(a, b, equal_var=False)' },
  engine: { name: 'R', version: '4.5.1' },
  warnings: [],
}

export const exampleVariable = {
  name: 'dose',
  type: 'DOUBLE',
  measure: 'ordinal',
  levels: ['0.5', '1', '2'],
  missing_values: [],
  label: 'Dose, mg a day',
  source: 'given',
}

export const exampleImport = {
  name: 'ToothGrowth',
  format: 'csv',
  content: 'len,supp,dose\n4.2,VC,0.5\n11.5,VC,0.5\n21.5,OJ,1\n',
  variables: [{ name: 'dose', measure: 'ordinal', label: 'Dose, mg a day' }],
}

export const exampleImported = {
  dataset_id,
  name: 'ToothGrowth',
  table: 'toothgrowth',
  version: 1,
  rows: 3,
  variables: [exampleVariable],
  warnings: [],
}

export const exampleMethod = {
  method: 't_test_independent',
  title: 'Independent samples t test',
  description: 'Do the means of two groups differ?',
  variables: {
    type: 'object',
    properties: { dependent: { type: 'string', 'x-measures': ['continuous'] }, group: { type: 'string' } },
    required: ['dependent', 'group'],
    additionalProperties: false,
  },
  options: { type: 'object', properties: { equal_variances: { type: 'boolean', default: false } } },
}
