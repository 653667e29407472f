import type { StatMethod } from './stat-method.ts'
import { binomialTest } from './counts/binomial-test.ts'
import { chiSquare } from './counts/chi-square.ts'
import { fisherExact } from './counts/fisher-exact.ts'
import { mcnemar } from './counts/mcnemar.ts'
import { descriptives } from './descriptives/descriptives.ts'
import { homogeneity } from './distributions/homogeneity.ts'
import { normality } from './distributions/normality.ts'
import { friedman } from './rank-tests/friedman.ts'
import { kruskalWallis } from './rank-tests/kruskal-wallis.ts'
import { mannWhitney } from './rank-tests/mann-whitney.ts'
import { wilcoxonSignedRank } from './rank-tests/wilcoxon-signed-rank.ts'
import { tTestIndependent } from './t-tests/t-test-independent.ts'
import { tTestOneSample } from './t-tests/t-test-one-sample.ts'
import { tTestPaired } from './t-tests/t-test-paired.ts'
import { anova } from './variance/anova.ts'
import { repeatedMeasuresAnova } from './variance/repeated-measures-anova.ts'
import { correlation } from './correlation/correlation.ts'
import { partialCorrelation } from './partial-correlation/partial-correlation.ts'
import { linearRegression } from './linear-regression/linear-regression.ts'
import { logisticRegression } from './logistic-regression/logistic-regression.ts'
import { poissonRegression } from './poisson-regression/poisson-regression.ts'
import { nonlinearRegression } from './nonlinear-regression/nonlinear-regression.ts'
import { pca } from './pca/pca.ts'
import { factorAnalysis } from './factor-analysis/factor-analysis.ts'
import { reliability } from './reliability/reliability.ts'
import { kmeans } from './kmeans/kmeans.ts'
import { hierarchicalClusters } from './hierarchical-clusters/hierarchical-clusters.ts'
import { timeSeries } from './time-series/time-series.ts'
import { power } from './power/power.ts'

/** Every method of `POST /api/stats/analyze`, in the order of the form. */
export const allMethods: readonly StatMethod[] = [
  descriptives,
  tTestOneSample,
  tTestIndependent,
  tTestPaired,
  mannWhitney,
  wilcoxonSignedRank,
  kruskalWallis,
  friedman,
  anova,
  repeatedMeasuresAnova,
  chiSquare,
  fisherExact,
  mcnemar,
  binomialTest,
  normality,
  homogeneity,
  correlation,
  partialCorrelation,
  linearRegression,
  logisticRegression,
  poissonRegression,
  nonlinearRegression,
  pca,
  factorAnalysis,
  reliability,
  kmeans,
  hierarchicalClusters,
  timeSeries,
  power,
]
