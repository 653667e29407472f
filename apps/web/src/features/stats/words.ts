const titles: Readonly<Record<string, string>> = {
  alpha: 'Alpha',
  conf_level: 'Confidence level',
  df: 'Degrees of freedom',
  k: 'Number of clusters',
  mu: 'Compare with',
  n: 'Rows',
  post_hoc: 'Post-hoc comparisons',
  s_window: 'Window of the season',
  anova: 'Analysis of variance',
  arima: 'ARIMA',
  bonferroni: 'Bonferroni',
  chi_square: 'Chi-squared test',
  cohens_d: 'Cohen’s d',
  hedges_g: 'Hedges’ g',
  holm: 'Holm',
  holt_winters: 'Holt-Winters',
  kendall: 'Kendall',
  ml: 'Maximum likelihood',
  pearson: 'Pearson',
  proportion_one: 'One proportion',
  proportions_two: 'Two proportions',
  spearman: 'Spearman',
  stl: 'STL',
  t_test_independent: 'Independent-samples t test',
  t_test_one_sample: 'One-sample t test',
  t_test_paired: 'Paired t test',
  tukey: 'Tukey',
  two_sided: 'Two-sided',
  ward: 'Ward',
}

/** What people read in place of a name of the API: `equal_variances` is "Equal variances". */
export function titleOf(name: string): string {
  if (Object.hasOwn(titles, name)) return titles[name] ?? name
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** "a", "a and b", "a, b and c". */
export function listed(words: readonly string[], and = 'and'): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} ${and} ${words.at(-1)}`
}

const groups: readonly [title: string, methods: readonly string[]][] = [
  ['Describe', ['descriptives', 'normality', 'homogeneity']],
  ['Compare means', ['t_test_one_sample', 't_test_independent', 't_test_paired', 'anova', 'repeated_measures_anova']],
  ['Compare ranks', ['mann_whitney', 'wilcoxon_signed_rank', 'kruskal_wallis', 'friedman']],
  ['Frequencies', ['chi_square', 'fisher_exact', 'mcnemar', 'binomial_test']],
  ['Correlation', ['correlation', 'partial_correlation']],
  ['Regression', ['linear_regression', 'logistic_regression', 'poisson_regression', 'nonlinear_regression']],
  ['Factors', ['pca', 'factor_analysis', 'reliability']],
  ['Clusters', ['kmeans', 'hierarchical_clusters']],
  ['Time', ['time_series']],
  ['Planning', ['power']],
]

/** Methods under headings, in the order in which people look for them; what has no heading stands under "Other". */
export function groupedMethods<T extends { method: string }>(methods: readonly T[]): { group: string; items: T[] }[] {
  const known = new Set(groups.flatMap(([, names]) => names))
  const other = methods.filter(({ method }) => !known.has(method))
  return [
    ...groups.map(([group, names]) => ({
      group,
      items: names.flatMap(name => methods.find(({ method }) => method === name) ?? []),
    })),
    { group: 'Other', items: other },
  ].filter(({ items }) => items.length > 0)
}

export function firstSentence(text: string): string {
  return /^.*?[.](?= |$)/.exec(text)?.[0] ?? text
}
