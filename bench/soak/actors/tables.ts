import { untilGone } from '../actor.ts'
import type { ActorKind } from '../actor.ts'

const rows = 2_000

/** Imports of a table, a question about it in SQL, and its deletion. Every sum is right, and no half dataset stays. */
export const tables: ActorKind = {
  kind: 'imports and SQL',
  pauseMs: 1500,
  async make({ client, mark }) {
    let count = 0
    let wrong = 0
    return {
      async act() {
        count += 1
        const name = `${mark}_table_${count}`
        const lines = Array.from({ length: rows }, (_, n) => `${n},${n % 7},text ${n}`)
        const content = `id,digit,words\n${lines.join('\n')}\n`
        const { dataset_id } = await client.data.import({ content, format: 'csv', name })
        const answer = await client.data.query(`SELECT sum(id) AS total, count(*) AS n FROM "${name}"`)
        const [total, n] = answer.rows[0] ?? []
        if (Number(total) !== (rows * (rows - 1)) / 2 || Number(n) !== rows) wrong += 1
        await untilGone(() => client.data.delete(dataset_id, { confirm: name }))
      },
      async broken() {
        const half: string[] = []
        for await (const { name, rows: found } of client.data.catalog({ limit: 100 })) {
          if (name.startsWith(`${mark}_table_`) && found !== rows) half.push(name)
        }
        return [
          ...(wrong > 0 ? [`${wrong} answers of SQL were wrong`] : []),
          ...(half.length > 0 ? [`datasets are half: ${half.join(', ')}`] : []),
        ]
      },
    }
  },
}

/** Analyses of one dataset: the same numbers each time, and every analysis can be read again. */
export const analyses: ActorKind = {
  kind: 'analyses',
  pauseMs: 3000,
  async make({ client, mark }) {
    const lines = Array.from({ length: 500 }, (_, n) => `${n % 2 === 0 ? 'a' : 'b'},${(n * 37) % 101}`)
    const name = `${mark}_groups`
    const { dataset_id } = await client.data.import({
      content: `group_name,value\n${lines.join('\n')}\n`,
      format: 'csv',
      name,
    })
    const kept = new Map<string, string>()
    const seen = new Set<string>()
    return {
      async act() {
        const analysis = await client.stats.analyze({
          method: 't_test_independent',
          dataset_id,
          variables: { dependent: 'value', group: 'group_name' },
        })
        seen.add(JSON.stringify(analysis.result))
        kept.set(analysis.analysis_id, analysis.interpretation)
      },
      async broken() {
        let lost = 0
        for (const [id, words] of kept) {
          const found = await client.stats.get(id).catch(() => null)
          if (found?.interpretation !== words) lost += 1
        }
        return [
          ...(lost > 0 ? [`${lost} of ${kept.size} analyses are lost or read otherwise`] : []),
          ...(seen.size > 1 ? [`one analysis gave ${seen.size} different results`] : []),
        ]
      },
    }
  },
}
