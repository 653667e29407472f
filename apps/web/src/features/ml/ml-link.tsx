import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** What the address of the tab may name. */
export interface MlAddress {
  run?: string
  model?: string
  /** Ids of runs, with commas. */
  compare?: string
  view?: 'models' | 'mlflow'
}

/** The search of an address of this tab, for `navigate`. */
export function mlSearch(address: MlAddress): never {
  return { tab: 'ml', ...address } as never
}

/** A link within the tab; without an address to its list of runs. */
export function MlLink({ to = {}, children }: { to?: MlAddress; children: ReactNode }) {
  return (
    <Link to="/data" search={mlSearch(to)}>
      {children}
    </Link>
  )
}

/** The version of a dataset that something was made of. */
export function DatasetLink({
  dataset,
}: {
  dataset: { dataset_id: string; name: string; version: number } | null | undefined
}) {
  if (!dataset) return <>None</>
  return (
    <Link to="/data" search={{ dataset: dataset.dataset_id, view: 'versions' } as never}>
      {dataset.name}, version {dataset.version}
    </Link>
  )
}
