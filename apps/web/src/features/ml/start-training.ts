import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'

/** What `POST /api/ml/train` takes. */
export type Training = Parameters<typeof svc.ml.train>[0]

/** Begins a training and does not wait for its end, as `svc.ml.train` does. @returns the id of its run */
export async function startTraining(body: Training): Promise<string> {
  const { run_id } = await svc.post<{ run_id: string }>('/api/ml/train', { body: { ...body, mode: 'job' } })
  await queries.invalidateQueries({ queryKey: ['ml'] })
  return run_id
}

/** Two of a kind, so that there is something to compare. */
const sampleTrainers = ['gradient_boosting', 'linear_regression'] as const
const sampleFeatures = ['sold_on', 'district', 'area_m2', 'bedrooms', 'year_built', 'distance_km', 'garden']

/** Adds the sample data where they are missing, and trains on its prices of houses. */
export async function trainOnSample(): Promise<void> {
  const { items } = await svc.workspace.sample.add()
  const id = items.find(({ kind }) => kind === 'dataset')?.id
  if (id === undefined || id === null) throw new Error('The sample data of this server have no dataset.')
  for (const trainer of sampleTrainers)
    await startTraining({
      dataset_id: id,
      task: 'regression',
      target: 'price',
      features: sampleFeatures,
      trainer,
      name: `Sample: ${trainer.replace('_', ' ')}`,
    })
}
