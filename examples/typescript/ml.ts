// Logs a run step by step, as a training loop does, and reads it again.
import { SvcClient } from '@svc/sdk'

const client = new SvcClient()
const { run_id } = await client.ml.runs.create({ name: 'first try', params: { learning_rate: '0.1' } })
for (const [step, value] of [0.9, 0.5, 0.3].entries()) {
  await client.ml.runs.log(run_id, { metrics: [{ key: 'loss', value, step }] })
}
await client.ml.runs.update(run_id, { status: 'finished' })
const run = await client.ml.runs.get(run_id)
console.log(run.status, run.metrics)
