import { sampleTag, stateByVersion } from '@svc/plugin/contracts/samples'
import type { WorkspaceSample } from '@svc/plugin/contracts/samples'
import type { Catalog } from '../catalog/catalog.ts'
import type { Importer } from '../imports/importer.ts'
import { settingsOf } from '../imports/import-settings.ts'
import { housePrices } from './house-prices.ts'

const name = 'Sample house prices'
const sample = 'house_prices'
const description =
  '500 made-up sales of houses: date, district, area, bedrooms, year, distance to the centre in km, garden and price in euros. Sample data.'
// The table is named by the first name: `house_prices`, or `house_prices_2` where there is one.
const settings = { name: sample, description, tags: [sampleTag], format: 'csv' }
const origin = { kind: 'import' as const, detail: { sample } }

export interface SampleDatasetOptions {
  catalog: Catalog
  importer: Importer
}

/** The dataset that this plugin adds to the sample data. */
export function sampleDataset({ catalog, importer }: SampleDatasetOptions): WorkspaceSample {
  const named = (workspaceId: string, id: string): string => catalog.update(workspaceId, id, { name }).dataset_id
  return {
    id: 'data.house-prices',
    kind: 'dataset',
    title: name,
    permission: 'data:write',
    async add(author, signal) {
      const { workspace_id } = author
      return importer.during(workspace_id, async upload => {
        await upload.take(housePrices(), { signal })
        const source = { filename: null, file_id: null }
        const { version } = await importer.import(upload, settingsOf(settings), source, { author, signal, origin })
        return named(workspace_id, version.dataset_id)
      })
    },
    async find({ workspace_id }) {
      const { items } = catalog.list(workspace_id, { limit: 50, tag: sampleTag })
      const isOurs = ({ dataset_id }: { dataset_id: string }): boolean =>
        catalog.versions(workspace_id, dataset_id, { limit: 1 }).items[0]?.origin.detail['sample'] === sample
      const found = items.find(dataset => dataset.latest_version === 1 && isOurs(dataset))
      return found === undefined ? null : named(workspace_id, found.dataset_id)
    },
    state: (workspaceId, id) => stateByVersion(() => ({ version: catalog.get(workspaceId, id).latest_version })),
    async remove(actor, id) {
      await catalog.delete(actor, id, catalog.get(actor.workspace_id, id).name, { isForced: true })
    },
  }
}
