import type { FoldScheme, Preprocess } from '@svc/plugin/contracts/ml/learning'
import type { TrainerOrder } from '../estimators.ts'

/** The complete options of a training: defaults are filled in and names are checked before it comes here. */
export type LearningOrder = TrainerOrder & {
  task: 'classification' | 'regression'
  target: string
  /** Null: every column that has no other part and is no identifier. */
  features: string[] | null
  weights: string | null
  preprocess: Preprocess
  validation: {
    scheme: FoldScheme
    folds: number
    repeats: number
    shuffle: boolean
    test_size: number
    group: string | null
    order: string | null
    fold_column: string | null
  }
  calibrate: 'none' | 'sigmoid' | 'isotonic'
  importance: { repeats: number }
  threshold: number
  seed: number
  threads: number
}
