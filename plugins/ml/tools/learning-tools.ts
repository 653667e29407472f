import type { JsonObject, PluginEnv, Principal } from '@svc/plugin'
import type { PredictOrder, TrainOrder } from '@svc/plugin/contracts/ml/learning'
import type { DriftBody, DriftReports } from '../serving/drift-reports.ts'
import type { Predictions } from '../serving/predictions.ts'
import type { Trainings } from '../training/trainings.ts'
import { trainers } from '../training/trainers.ts'
import { shownRun } from './shown-run.ts'

/** `schemas/ml-predict.input.json`. */
interface PredictInput extends PredictOrder {
  model: string
}
/** `schemas/ml-drift.input.json`. */
interface DriftInput extends DriftBody {
  model: string
}

export interface LearningToolsOptions {
  trainings: Trainings
  predictions: Predictions
  drift: DriftReports
}

/** Less than the limit of a call (60 seconds, SVC_TOOLS_CALL_TIMEOUT_SECONDS), so that it is answered; the training goes on by itself. */
const waitMs = 45_000
const mostShown = 50

/** What an agent does with models: see what can be trained, train, ask, compare. */
export function bindLearningTools(
  env: PluginEnv<unknown>,
  { trainings, predictions, drift }: LearningToolsOptions,
): void {
  env.tool<JsonObject>('ml_trainers', async () => ({
    trainers: trainers.map(each => ({ ...each })),
  }))

  env.tool<TrainOrder>('ml_train', async (order, { principal, signal, origin }) => {
    const started =
      origin?.kind === 'turn'
        ? await trainings.start({ session_id: origin.session_id, ...order }, principal, { call_id: origin.call_id })
        : await trainings.start(order, principal)
    const run = await trainings.outcome(started, { principal, signal, waitMs })
    if (run) return shownRun(run)
    const next = 'It goes on in the background: ml_run_get with this run_id shows how it ends.'
    return { ...started, status: 'running', next }
  })

  env.tool<PredictInput>('ml_predict', async ({ model, ...body }, { principal, signal }) => {
    const { predictions: all, probabilities, ...rest } = await predictions.predict(model, body, { principal, signal })
    const shown = all.slice(0, mostShown)
    const left = all.length - shown.length
    return {
      ...rest,
      predictions: shown,
      ...(probabilities !== undefined && { probabilities: probabilities.slice(0, mostShown) }),
      ...(left > 0 && { notice: `${left} more rows were predicted and are not shown.` }),
    }
  })

  env.tool<DriftInput>('ml_drift', async ({ model, ...body }, by: { principal: Principal; signal: AbortSignal }) => {
    return await drift.report(model, body, by)
  })
}
