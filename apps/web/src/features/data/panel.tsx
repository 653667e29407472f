import { useSearch } from '@tanstack/react-router'
import { DatasetList } from './dataset-list.tsx'
import { OpenDataset } from './open-dataset.tsx'

/** All datasets, or the one that the address names. */
export function DatasetsPanel() {
  const { dataset } = useSearch({ strict: false }) as { dataset?: string }
  return dataset === undefined ? <DatasetList /> : <OpenDataset key={dataset} id={dataset} />
}
