import type { BootProblem } from '../../boot-error.ts'
import type { KernelConfig } from '../../config/index.ts'

/** What a configuration with `SVC_CLUSTER_SECRET` lacks, or has too much. */
export function clusterProblems(config: KernelConfig, placeOf: (setting: string) => string): BootProblem[] {
  if (config.cluster_secret === undefined) return []
  const { database_url: databaseUrl, content_url: contentUrl } = config
  const kept = { control: 'postgres', data: 'sqlite', jobs: 'postgres' } as const
  const problem = (where: string, message: string): BootProblem => ({ where: placeOf(where), message, frame: null })
  return [
    ...(/^postgres(?:ql)?:/.test(databaseUrl ?? '')
      ? []
      : [problem('cluster_secret', 'SVC_CLUSTER_SECRET needs DATABASE_URL: a PostgreSQL database. Set it, too.')]),
    ...(contentUrl === undefined
      ? [
          problem(
            'cluster_secret',
            'SVC_CLUSTER_SECRET needs SVC_CONTENT_URL: a bucket or a shared folder. Set it, too.',
          ),
        ]
      : []),
    ...Object.entries(kept).flatMap(([plane, id]) => {
      const named = config[`${plane as keyof typeof kept}_driver`]
      const message = `With SVC_CLUSTER_SECRET the driver is ${id}. Remove the setting.`
      return named === undefined || named === id ? [] : [problem(`${plane}_driver`, message)]
    }),
  ]
}
