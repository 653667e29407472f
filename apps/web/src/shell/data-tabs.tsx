import type { ComponentType } from 'react'
import { Suspense } from 'react'
import { Page } from '../ui/page/page.tsx'
import { AddressTabs } from '../ui/page/tabs.tsx'
import { RowsSketch } from '../ui/states/sketch.tsx'

type Panels = Readonly<Record<'datasets' | 'jobs' | 'ml' | 'export', ComponentType>>

const titles = { datasets: 'Datasets', jobs: 'Jobs', ml: 'Machine learning', export: 'Export' } as const

/** The page `/data`: four features, a tab each. */
export function dataTabs(panels: Panels): () => React.JSX.Element {
  const tabs = Object.entries(titles).map(([id, title]) => {
    const Panel = panels[id as keyof Panels]
    const content = () => (
      <Suspense fallback={<RowsSketch />}>
        <Panel />
      </Suspense>
    )
    return { id, title, content }
  })
  return function DataPage() {
    return (
      <Page title="Data">
        <AddressTabs tabs={tabs} label="Data" />
      </Page>
    )
  }
}
