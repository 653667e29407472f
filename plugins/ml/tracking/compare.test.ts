import { expect, it } from 'vitest'
import { directionOf } from './compare.ts'

it('knows from the names that libraries give which value of a metric is better', () => {
  const less = `validation_0-logloss train-mlogloss eval-merror binary_logloss multi_logloss l2 train_rmsle valid_1-l1 wer nll valLoss
    val_loss cv_rmse_mean median_ae cv_accuracy_sd mean_squared_error val_mean_absolute_percentage_error`
  const more = 'accuracy val_acc valAccuracy roc_auc validation_0-auc cv_f1_mean f1-score r2 ndcg@5 eval_recall pr_auc'
  const unknown = 'epoch learning_rate gpu_memory step_seconds reward'
  const words = (text: string) => text.split(/\s+/)
  expect(words(less).map(directionOf)).toEqual(words(less).map(() => -1))
  expect(words(more).map(directionOf)).toEqual(words(more).map(() => 1))
  expect(words(unknown).map(directionOf)).toEqual(words(unknown).map(() => null))
})
