// A worker: makes a job, works on the queue, and stops once it is done.
import { SvcClient } from '@svc/sdk'

const client = new SvcClient()
const { job_id } = await client.jobs.create({ kind: 'words.count', payload: { text: 'one two three' } })
const stop = new AbortController()
process.once('SIGINT', () => stop.abort())

await client.jobs.work<{ text: string }>({ kinds: ['words.count'], signal: stop.signal }, job => {
  if (job.job_id === job_id) stop.abort()
  return { words: job.payload.text.split(' ').length }
})
const { state, result } = await client.jobs.get(job_id)
console.log(state, result)
