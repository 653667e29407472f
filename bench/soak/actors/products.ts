import type { ActorKind } from '../actor.ts'

/** Who was killed in both attempts says so; a job that kills its server must not be tried for ever. */
const killedTwice = 'The server ended while it ran this job (attempt 2 of 2).'

/** Trainings on one dataset. Each run ends well, unless it was killed twice, scores as the first did, and can be read again. */
export const trainings: ActorKind = {
  kind: 'trainings',
  pauseMs: 5000,
  async make({ client, mark }) {
    const lines = Array.from({ length: 400 }, (_, n) => `${n % 23},${(n * 7) % 31},${(n % 23) * 2 + ((n * 7) % 31)}`)
    const name = `${mark}_training`
    const content = `a,b,target\n${lines.join('\n')}\n`
    const { dataset_id } = await client.data.import({ content, format: 'csv', name })
    const ended = new Set<string>()
    const scores = new Set<string>()
    const failed: string[] = []
    return {
      async act() {
        const run = await client.ml.train({
          trainer: 'linear_regression',
          task: 'regression',
          dataset_id,
          target: 'target',
        })
        ended.add(run.run_id)
        if (run.status === 'finished') scores.add(JSON.stringify(run.metrics))
        else if (!JSON.stringify(run.failure).includes(killedTwice))
          failed.push(`run ${run.run_id} is ${run.status}: ${JSON.stringify(run.failure)}`)
      },
      async broken() {
        let lost = 0
        for (const id of ended) {
          const found = await client.ml.runs.get(id).catch(() => null)
          if (found === null || !['finished', 'failed', 'killed'].includes(found.status)) lost += 1
        }
        return [
          ...failed,
          ...(lost > 0 ? [`${lost} of ${ended.size} trainings are lost or go on for ever`] : []),
          ...(scores.size > 1 ? [`one training gave ${scores.size} different scores`] : []),
        ]
      },
    }
  },
}

/** Signed exports. Each verifies when it is made, and its kept file verifies at the end. */
export const exports: ActorKind = {
  kind: 'exports',
  pauseMs: 2500,
  async make({ client, mark }) {
    const made: string[] = []
    let invalid = 0
    const isValid = async (bytes: Uint8Array): Promise<boolean> => {
      const { valid } = await client.export.verify(new Blob([new Uint8Array(bytes)]))
      return valid
    }
    return {
      async act() {
        const title = `${mark} export ${made.length}`
        const { data, response } = await client.export
          .create({
            items: [{ type: 'markdown', content: `# ${title}\n\nWhat was agreed.`, title }],
            format: 'zip',
            sign: { manifest: true },
          })
          .withResponse()
        made.push(response.headers.get('x-export-id') ?? '')
        if (!(await isValid(data))) invalid += 1
      },
      async broken() {
        let lost = 0
        for (const id of made) {
          const bytes = await client.export.content(id).catch(() => null)
          if (bytes === null || !(await isValid(bytes))) lost += 1
        }
        return [
          ...(invalid > 0 ? [`${invalid} exports did not verify when they were made`] : []),
          ...(lost > 0 ? [`${lost} of ${made.length} exports are lost or do not verify`] : []),
        ]
      },
    }
  },
}
