import type { Refusal } from './refusal.ts'

const missing = [null, null, null, null, null, null]
const y = [1.5, 2.25, 2, 3.75, 5, 4.5]
const two = ['a', 'b', 'a', 'b', 'a', 'b']
const one = ['a', 'a', 'a', 'a', 'a', 'a']
const groups = { dependent: 'y', group: 'g' }
const factorial = { dependent: 'y', factors: ['g', 'h'] }
const long = { subject: 's', within: 'w', dependent: 'y' }
const s = ['s1', 's1', 's2', 's2', 's3', 's3']

/** Constants, too few rows, one group, all missing, collinearity: what the methods of `cases.ts` refuse. */
export const refusals: readonly Refusal[] = [
  {
    because: 'a value is infinite',
    method: 'descriptives',
    columns: { y: [1, Infinity] },
    variables: { variables: ['y'] },
    message: 'y: it holds infinite values, which cannot be computed with',
  },
  {
    because: 'squares would leave the range of a double',
    method: 't_test_one_sample',
    columns: { y: [1e300, 2e300, 3e300] },
    variables: { variable: 'y' },
    message: 'y: its values reach 3e+300, too far from 1 to be computed with; change the unit',
  },
  {
    because: 'all values are the same but for rounding',
    method: 't_test_one_sample',
    columns: { y: [0.1 + 0.2, 0.3, 0.3, 0.3] },
    variables: { variable: 'y' },
    message: 'y: all its values are the same, so there is no spread to compare with',
  },
  {
    because: 'there are two rows',
    method: 't_test_one_sample',
    columns: { y: [1, 2] },
    variables: { variable: 'y' },
    message: 'y: 2 rows with values, at least 3 are needed',
  },
  {
    because: 'all values are missing',
    method: 't_test_one_sample',
    columns: { y: missing },
    variables: { variable: 'y' },
    message: 'y: all its values are missing',
  },
  {
    because: 'there is one group',
    method: 't_test_independent',
    columns: { y, g: one },
    variables: groups,
    message: 'g: only one group (a) is left, two are needed',
  },
  {
    because: 'there are three groups',
    method: 't_test_independent',
    columns: { y, g: ['a', 'b', 'c', 'a', 'b', 'c'] },
    variables: groups,
    message: 'g: it has 3 groups, and this test compares two; use a filter, or a method for several groups',
  },
  {
    because: 'the values do not vary within the groups',
    method: 't_test_independent',
    columns: { y: [1, 2, 1, 2, 1, 2], g: two },
    variables: groups,
    message: 'y: all its values are the same within each group, so there is no spread to compare with',
  },
  {
    because: 'the difference is the same in every row',
    method: 't_test_paired',
    columns: { a: [1.1, 2.1, 3.1, 4.1], b: [1, 2, 3, 4] },
    variables: { first: 'a', second: 'b' },
    message: 'a: its difference to b is the same in every row, so there is no spread to compare with',
  },
  {
    because: 'no row is complete',
    method: 't_test_paired',
    columns: { a: [1, null, 2, null], b: [null, 1, null, 2] },
    variables: { first: 'a', second: 'b' },
    message: 'a: no row is left that has a value in every column of the analysis',
  },
  {
    because: 'all values are the same',
    method: 'mann_whitney',
    columns: { y: [2, 2, 2, 2, 2, 2], g: two },
    variables: groups,
    message: 'y: all its values are the same',
  },
  {
    because: 'nothing differs',
    method: 'wilcoxon_signed_rank',
    columns: { a: y, b: y },
    variables: { first: 'a', second: 'b' },
    message: 'a: it equals b in every row',
  },
  {
    because: 'each row is its own group',
    method: 'kruskal_wallis',
    columns: { y: [1, 2, 3], g: ['a', 'b', 'c'] },
    variables: groups,
    message: 'y: 3 rows with values, at least 5 are needed',
  },
  {
    because: 'a subject has two rows for a condition',
    method: 'friedman',
    columns: { s, w: ['p', 'p', 'p', 'q', 'p', 'q'], y },
    variables: long,
    message: 's: s1 has several rows for p; every subject needs exactly one row for every condition',
  },
  {
    because: 'no subject has every condition',
    method: 'friedman',
    columns: { s, w: two, y: [1, null, null, 2, 3, null] },
    variables: long,
    message: 's: none has a value under every one of the 2 conditions',
  },
  {
    because: 'all subjects change alike',
    method: 'repeated_measures_anova',
    columns: { s, w: two, y: [0.1, 0.3, 0.7, 0.9, 1.1, 1.3] },
    variables: { ...long, within: ['w'] },
    message: 'y: all subjects change alike over w, so there is no variance to test against',
  },
  {
    because: 'a factor between subjects varies within one',
    method: 'repeated_measures_anova',
    columns: { s, w: two, y, b: ['u', 'u', 'u', 'v', 'v', 'v'] },
    variables: { ...long, within: ['w'], between: ['b'] },
    message:
      'b: it is not the same in all rows of s s2, as a factor between subjects must be; is it a factor within subjects?',
  },
  {
    because: 'the model fits exactly',
    method: 'anova',
    columns: { y: [0.1, 0.3, 0.1, 0.3, 0.1, 0.3], g: two },
    variables: { dependent: 'y', factors: ['g'] },
    message: 'y: the model fits every value exactly, so there is no residual variance to test against',
  },
  {
    because: 'two factors are the same',
    method: 'anova',
    columns: { y, g: two, h: two.map(level => `h${level}`) },
    variables: factorial,
    message:
      'h: it is determined by the other factors and covariates (perfect collinearity), so its own effect cannot be told',
  },
  {
    because: 'a cell is empty',
    method: 'anova',
    columns: {
      y: [...y, 1, 9, 4],
      g: ['a', 'a', 'a', 'b', 'b', 'b', 'a', 'a', 'b'],
      h: ['u', 'u', 'v', 'u', 'u', 'u', 'v', 'v', 'u'],
    },
    variables: factorial,
    options: { type: 3 },
    message:
      'g:h: some combinations of its levels have no rows, so sums of squares of type III mean nothing; use type 1 or 2, or leave the interaction out of terms',
  },
  {
    because: 'there are fewer rows than parameters',
    method: 'anova',
    columns: { y: [1, 2, 4], g: ['a', 'b', 'c'] },
    variables: { dependent: 'y', factors: ['g'] },
    message: 'y: 3 rows with values are too few for a model of 3 parameters',
  },
  {
    because: 'a variable has one value',
    method: 'chi_square',
    columns: { g: one, h: two },
    variables: { row: 'g', column: 'h' },
    message: 'g: only one value (a) is left, at least two are needed',
  },
  {
    because: 'a count is negative',
    method: 'chi_square',
    columns: { g: ['a', 'b'], h: ['u', 'v'], n: [-1, 2] },
    variables: { row: 'g', column: 'h', count: 'n' },
    message: 'n: counts must be whole numbers of 0 and more',
  },
  {
    because: 'shares are not one for each value',
    method: 'chi_square',
    columns: { g: two },
    variables: { row: 'g' },
    options: { probabilities: [0.2, 0.3, 0.5] },
    message: 'g: it has 2 values (a, b), and probabilities names 3',
  },
  {
    because: 'a one-sided test has no side',
    method: 'fisher_exact',
    columns: { g: ['a', 'b', 'c', 'a', 'b', 'c'], h: two },
    variables: { row: 'g', column: 'h' },
    options: { alternative: 'less' },
    message: 'g: a one-sided test needs a table of two by two, this one is 3 by 2',
  },
  {
    because: 'nothing changed',
    method: 'mcnemar',
    columns: { g: two, h: two },
    variables: { row: 'g', column: 'h' },
    message: 'g: it equals h in every row, so there is no change to test',
  },
  {
    because: 'the counted value does not occur',
    method: 'binomial_test',
    columns: { g: two },
    variables: { variable: 'g' },
    options: { success: 'z' },
    message: 'g: the value z, which success names, does not occur in it',
  },
  {
    because: 'a group is too small',
    method: 'normality',
    columns: { y: [1, 2, 4, 5, 7], g: ['a', 'a', 'a', 'b', 'b'] },
    variables: { variables: ['y'], group: 'g' },
    message: 'y: 2 values in b, at least 3 are needed',
  },
  {
    because: 'a group does not vary',
    method: 'homogeneity',
    columns: { y: [1, 1, 1, 2, 3, 4.5], g: ['a', 'a', 'a', 'b', 'b', 'b'] },
    variables: { variables: ['y'], group: 'g' },
    message: 'y: all its values are the same in a, so its variance cannot be compared',
  },
  {
    because: 'its columns have no value in common',
    method: 'mcnemar',
    columns: { before: ['a', 'b', 'a', 'b'], after: ['x', 'y', 'y', 'x'] },
    variables: { row: 'before', column: 'after' },
    message: 'before: it and after have no value in common, so they are not two measurements of one thing',
  },
  {
    because: 'the table has too many rows',
    method: 'fisher_exact',
    columns: {
      row: Array.from({ length: 40 }, (_, index) => `r${index}`),
      column: Array.from({ length: 40 }, (_, index) => `c${index % 2}`),
    },
    variables: { row: 'row', column: 'column' },
    message:
      'row: the exact test of a table of 40 by 2 takes too long, at most 30 values can be compared; use chi_square',
  },
]
