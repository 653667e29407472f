import { MultiSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { svc } from '../../../live/server.ts'
import { Chart } from '../../../ui/chart/chart.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { curvesSpec, usualCurves } from '../../../ui/ml-run/curves-spec.ts'
import type { CurvePoint } from '../../../ui/ml-run/curves-spec.ts'
import type { Run } from '../types.ts'

const mostPoints = 1000
const mostCurves = 8

/** How metrics of runs went, drawn anew as events say that more was logged. With several runs a curve is named for its run. */
export function Curves({ runs }: { runs: readonly Run[] }) {
  const keys = [...new Set(runs.flatMap(run => Object.keys(run.metrics)))].sort()
  const [picked, setPicked] = useState<string[] | null>(null)
  const chosen = picked ?? usualCurves(keys)
  const wanted = runs.flatMap(run =>
    chosen.filter(key => key in run.metrics).map(key => ({ run_id: run.run_id, name: run.name, key })),
  )
  const histories = useQuery({
    queryKey: ['ml', 'curves', wanted],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<CurvePoint[]> => {
      const all = await Promise.all(
        wanted.map(async ({ run_id, name, key }) => {
          const { points } = await svc.ml.runs.history(run_id, key, { max_points: mostPoints }, { signal })
          const curve = curveName({ name, key, ofOne: runs.length === 1, ofOneKey: chosen.length === 1 })
          return points.flatMap(({ step, value }) => (typeof value === 'number' ? [{ curve, step, value }] : []))
        }),
      )
      return all.flat()
    },
  })
  const spec = useMemo(() => curvesSpec(histories.data ?? []), [histories.data])
  if (keys.length === 0) return null
  return (
    <section aria-label="Curves">
      <h2>Curves</h2>
      <MultiSelect
        label="Metrics"
        mb={16}
        data={keys}
        value={chosen}
        onChange={setPicked}
        maxValues={mostCurves}
        searchable
        clearable
      />
      {chosen.length > 0 && (
        <Loaded query={histories}>{() => <Chart title={`How ${chosen.join(', ')} went`} spec={spec} />}</Loaded>
      )}
    </section>
  )
}

function curveName({
  name,
  key,
  ofOne,
  ofOneKey,
}: {
  name: string
  key: string
  ofOne: boolean
  ofOneKey: boolean
}): string {
  if (ofOne) return key
  return ofOneKey ? name : `${name}: ${key}`
}
