import { Button } from '@mantine/core'
import { NotFoundError } from '@svc/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useListing } from '../../../live/listing.ts'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { Confirm } from '../../../ui/overlays/confirm.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { usePageTitle } from '../../../ui/page/page.tsx'
import { ShowMore } from '../../../ui/states/show-more.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import classes from '../ml.module.css'
import { MlLink, mlSearch } from '../ml-link.tsx'
import type { Model, ModelVersion } from '../types.ts'
import { AliasChanges } from './alias-changes.tsx'
import { CheckDrift } from './check-drift.tsx'
import { TryModel } from './try-model.tsx'
import { VersionTable } from './version-table.tsx'

/** One registered model: its versions and aliases, a form that asks it, and whether its data have drifted. */
export function OpenModel({ id }: { id: string }) {
  const model = useQuery({ queryKey: ['ml', 'model', id], queryFn: ({ signal }) => svc.ml.models.get(id, { signal }) })
  const versions = useListing(['ml', 'list', 'versions', id], options =>
    svc.ml.models.versions(id, { limit: 50 }, options),
  )
  if (model.error instanceof NotFoundError) {
    return (
      <EmptyState icon="brain" action={<MlLink to={{ view: 'models' }}>All models</MlLink>}>
        There is no such model in this workspace. It may have been deleted.
      </EmptyState>
    )
  }
  return (
    <Loaded query={model} sketch={<RowsSketch />}>
      {data => (
        <div className={classes.page}>
          <Head model={data} />
          <Loaded query={versions} sketch={<RowsSketch />}>
            {items => (
              <>
                <section aria-label="Versions">
                  <h2>Versions</h2>
                  <VersionTable model={data} versions={items} />
                  <ShowMore listing={versions} />
                </section>
                <AliasChanges id={id} />
                {items.length > 0 && <Serving model={data} versions={items} />}
              </>
            )}
          </Loaded>
        </div>
      )}
    </Loaded>
  )
}

function Head({ model: { model_id, name, description } }: { model: Model }) {
  usePageTitle(name)
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <div className={classes.head}>
        <MlLink to={{ view: 'models' }}>All models</MlLink>
        <span className={classes.about}>{description}</span>
        <Button variant="subtle" ml="auto" onClick={() => setDeleting(true)}>
          Delete model
        </Button>
      </div>
      {isDeleting && (
        <Confirm
          verb="Delete model"
          name={name}
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            await svc.ml.models.delete(model_id, { confirm: name })
            await navigate({ to: '/data', search: mlSearch({ view: 'models' }) })
            await queries.invalidateQueries({ queryKey: ['ml'] })
          }}
        >
          The model goes for good, with all of its versions and their files. The runs that it came from stay.
        </Confirm>
      )}
    </>
  )
}

/** The version that is asked where none is named. */
function Serving({ model, versions }: { model: Model; versions: readonly ModelVersion[] }) {
  const served = model.aliases['champion'] ?? model.latest_version
  const version = versions.find(each => each.version === served) ?? versions[0]
  if (version === undefined) return null
  return (
    <div className={classes.charts}>
      <TryModel key={version.version} model={model} version={version} />
      <CheckDrift model={model} version={version} />
    </div>
  )
}
