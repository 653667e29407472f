import type { Refusal } from './refusal.ts'

const y = [1, 3, 2, 5, 4, 6, 8, 7]
const x = [2, 1, 4, 3, 6, 8, 5, 7]
const twice = x.map(value => 2 * value + 1)
const same = y.map(() => 3)
const missing = y.map(() => null)
const low = ['no', 'no', 'no', 'no', 'yes', 'yes', 'yes', 'yes']
const regression = { dependent: 'y', predictors: ['x'] }
const months = ['2024-01', '2024-02', '2024-03', '2024-04', '2024-06', '2024-07', '2024-08', '2024-09']
const sum = { op: '+', left: { op: 'name', name: 'a' }, right: { op: 'name', name: 'b' } }

/** Constants, few rows, collinearity, separation, gaps: what the methods of `cases-2.ts` refuse. */
export const refusals2: readonly Refusal[] = [
  {
    because: 'a variable is constant',
    method: 'correlation',
    columns: { x, y: same },
    variables: { variables: ['x', 'y'] },
    message: 'y: has the same value in every row',
  },
  {
    because: 'there are two rows',
    method: 'correlation',
    columns: { x: [1, 2], y: [2, 1] },
    variables: { variables: ['x', 'y'] },
    message: 'x, y: 2 complete rows are too few; at least 3 are needed',
  },
  {
    because: 'a variable is determined by a control',
    method: 'partial_correlation',
    columns: { x, y, z: twice },
    variables: { variables: ['x', 'y'], controls: ['z'] },
    message: 'x: is determined by z, so that nothing is left to correlate',
  },
  {
    because: 'predictors are collinear',
    method: 'linear_regression',
    columns: { x, y, z: twice },
    variables: { dependent: 'y', predictors: ['x', 'z'] },
    message: 'z: is determined by x (perfect collinearity); leave one of them out',
  },
  {
    because: 'a predictor is constant',
    method: 'linear_regression',
    columns: { x: same, y },
    variables: regression,
    message: 'x: has the same value in every row',
  },
  {
    because: 'everything is missing',
    method: 'linear_regression',
    columns: { x, y: missing },
    variables: regression,
    message: 'y: every value is missing',
  },
  {
    because: 'there are two rows',
    method: 'linear_regression',
    columns: { x: [1, 2], y: [2, 5] },
    variables: regression,
    message: 'y: 2 complete rows are too few for 2 coefficients; at least 3 are needed',
  },
  {
    because: 'text stands where numbers belong',
    method: 'linear_regression',
    columns: { x, y: low },
    variables: regression,
    message: 'y: holds text where numbers are needed',
  },
  {
    because: 'the outcomes are separated',
    method: 'logistic_regression',
    columns: { x: [1, 2, 3, 4, 5, 6, 7, 8], y: low },
    variables: regression,
    message:
      'x: predicts y perfectly for some rows (separation), so that no finite coefficient fits; leave it out or merge its levels',
  },
  {
    because: 'the outcome has three levels',
    method: 'logistic_regression',
    columns: { x, y: ['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b'] },
    variables: regression,
    message: 'y: must have two levels in the complete rows, it has 3',
  },
  {
    because: 'a group has no counts',
    method: 'poisson_regression',
    columns: { x: ['a', 'a', 'a', 'a', 'b', 'b', 'b', 'b'], y: [1, 2, 3, 1, 0, 0, 0, 0] },
    variables: regression,
    message: 'xb: some of its values go with y 0 only, so that no finite rate fits; leave it out or merge its levels',
  },
  {
    because: 'counts are no whole numbers',
    method: 'poisson_regression',
    columns: { x, y: [1.5, 2, 3, 1, 0, 2, 4, 1] },
    variables: regression,
    message: 'y: must hold counts: whole numbers from 0 on',
  },
  {
    because: 'parameters cannot be told apart',
    method: 'nonlinear_regression',
    columns: { x, y },
    variables: regression,
    options: { formula: { op: '*', left: sum, right: { op: 'name', name: 'x' } }, start: { a: 1, b: 1 } },
    message: 'a, b: cannot be told apart with these rows; leave a parameter out or try another start',
  },
  {
    because: 'a variable is constant',
    method: 'pca',
    columns: { x, y: same },
    variables: { variables: ['x', 'y'] },
    message: 'y: has the same value in every row',
  },
  {
    because: 'variables determine each other',
    method: 'factor_analysis',
    columns: { x, y, z: twice },
    variables: { variables: ['x', 'y', 'z'] },
    message: 'z: is determined by x (perfect collinearity); leave one of them out',
  },
  {
    because: 'there are two rows',
    method: 'reliability',
    columns: { x: [1, 2], y: [1, 3] },
    variables: { variables: ['x', 'y'] },
    message: 'x, y: 2 complete rows are too few; at least 3 are needed',
  },
  {
    because: 'there are more clusters than different rows',
    method: 'kmeans',
    columns: { x: [1, 1, 1, 2, 2, 2] },
    variables: { variables: ['x'] },
    options: { k: 3 },
    message: 'x: only 2 different rows for 3 clusters',
  },
  {
    because: 'there are two rows',
    method: 'hierarchical_clusters',
    columns: { x: [1, 2] },
    variables: { variables: ['x'] },
    options: { k: 2 },
    message: 'x: 2 complete rows are too few for 2 clusters',
  },
  {
    because: 'the values are too near 0 for their squares',
    method: 'pca',
    columns: { x: y.map(value => value * 1e-200), y },
    variables: { variables: ['x', 'y'] },
    message: 'x: its values reach 8e-200, too far from 1 to be computed with; change the unit',
  },
  {
    because: 'the values differ in their last digits alone',
    method: 'linear_regression',
    columns: { x, y: y.map(value => 1e15 + (value % 3)) },
    variables: regression,
    message: 'y: its values differ too little, for their size, to be told from rounding; subtract a number near them',
  },
  {
    because: 'a month is missing',
    method: 'time_series',
    columns: { y, t: months },
    variables: { value: 'y', time: 't' },
    message:
      't: the times are not evenly spaced: 2024-06-01 follows 2024-04-01. Fill the gaps, or set the option gaps to "ignore"',
  },
  {
    because: 'a time occurs twice',
    method: 'time_series',
    columns: { y, t: [1, 2, 3, 3, 4, 5, 6, 7] },
    variables: { value: 'y', time: 't' },
    message: 't: 3 occurs more than once',
  },
  {
    because: 'no n reaches the power',
    method: 'power',
    columns: {},
    variables: {},
    options: { test: 't_test_independent', effect: 1e-8, alpha: 0.05, power: 0.9 },
    message: 'n: more than 1,000,000,000 would be needed',
  },
]
