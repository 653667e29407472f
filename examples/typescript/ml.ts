// Trains two models on a table, registers the better one, and asks it what a flat costs.
import { SvcClient } from '@svc/sdk'

const client = new SvcClient()
const flats = Array.from({ length: 100 }, (_, n) => {
  const [area, rooms] = [40 + ((n * 7) % 50), 1 + (n % 4)]
  return { area, rooms, price: 3000 * area + 20_000 * rooms }
})
const { dataset_id, table } = await client.data.import({ content: flats, name: 'flats' })

const order = { dataset_id, task: 'regression', target: 'price' } as const
const linear = await client.ml.train({ ...order, trainer: 'linear_regression' })
const forest = await client.ml.train({ ...order, trainer: 'random_forest' })
const r2 = (run: typeof linear) => Number(run.metrics['cv_r2_mean'])
const best = r2(linear) > r2(forest) ? linear : forest

const { name } = await client.ml.models.create({ name: `price of ${table}` })
const { version } = await client.ml.models.register(name, { run_id: best.run_id })
await client.ml.models.alias(name, 'champion', version)
const { predictions } = await client.ml.models.predict(name, { rows: [{ area: 80, rooms: 2 }] })
console.log(`${best.params['trainer']}, version ${version}: ${Math.round(Number(predictions[0]))}`)
