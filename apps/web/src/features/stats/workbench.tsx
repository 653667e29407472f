import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useListing } from '../../live/listing.ts'
import { svc } from '../../live/server.ts'
import { withoutStrangers } from '../../ui/schema-form/field-schema.ts'
import type { FieldSchema } from '../../ui/schema-form/field-schema.ts'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { methodsQuery, variablesQuery } from './queries.ts'
import { LiveResults } from './live-results.tsx'
import { NoDatasets } from './no-datasets.tsx'
import { Report } from './results/report.tsx'
import { Assign } from './setup/assign.tsx'
import { Conditions } from './setup/conditions.tsx'
import { faultPlaces } from './setup/fault-places.ts'
import { MethodGallery } from './method-gallery.tsx'
import { DatasetPicker, MethodPicker } from './setup/pickers.tsx'
import { carriedOver, missingOptions, missingRoles, rolesOf, variablesOf } from './setup/roles.ts'
import type { Role } from './setup/roles.ts'
import { changedOptions } from './setup/setup-address.ts'
import type { Method, Setup } from './types.ts'
import { useLiveAnalysis } from './use-live-analysis.ts'
import type { Order } from './use-live-analysis.ts'
import { SavedList } from './saved-list.tsx'
import { useSetup } from './use-setup.ts'
import { listed, titleOf } from './words.ts'
import classes from './workbench.module.css'

const mostDatasets = 200

/** Variables in, result out, at once. */
export function Workbench() {
  const methods = useQuery(methodsQuery)
  const datasets = useListing(['data', 'list', 'for-stats'], options =>
    svc.data.catalog({ limit: mostDatasets }, options),
  )
  return (
    <Loaded query={methods} sketch={<RowsSketch />}>
      {known => (
        <Loaded query={datasets} sketch={<RowsSketch />}>
          {found => <Bench methods={known} datasets={found} />}
        </Loaded>
      )}
    </Loaded>
  )
}

type Datasets = React.ComponentProps<typeof DatasetPicker>['datasets']

function Bench({ methods, datasets }: { methods: readonly Method[]; datasets: Datasets }) {
  const { setup, report, change } = useSetup()
  const method = methods.find(each => each.method === setup.method)
  const roles = useMemo(() => (method ? rolesOf(method) : []), [method])
  const columns = useQuery(variablesQuery(setup.dataset))
  const needs = useMemo(() => whatIsMissing(setup, method, roles), [setup, method, roles])
  const live = useLiveAnalysis(needs === null && method ? orderOf(setup, method, roles) : null)
  const optionNames = Object.keys((method?.options as { properties?: object } | undefined)?.properties ?? {})
  const faults = faultPlaces(live.error, setup.variables, optionNames)

  const choose = (next: Partial<Setup>, isTyping = false): void => change({ setup: { ...setup, ...next }, isTyping })
  const chooseMethod = (name: string): void => {
    const found = methods.find(each => each.method === name)
    if (!found) return
    const variables = carriedOver(setup.variables, rolesOf(found), columns.data ?? [])
    choose({ method: name, variables, options: {} })
  }
  if (datasets.length === 0 && setup.method !== 'power') return <NoDatasets />
  return (
    <div className={classes.bench}>
      <section aria-label="Analysis" className={classes.setup}>
        <h2 className="visually-hidden">Analysis</h2>
        <div className={classes.pickers}>
          <DatasetPicker
            datasets={datasets}
            value={setup.dataset}
            onChange={dataset => choose({ dataset, variables: {}, filter: '' })}
          />
          <MethodPicker methods={methods} value={setup.method} onChange={chooseMethod} />
        </div>
        {method && <p className={classes.about}>{method.description}</p>}
        {setup.dataset !== null && (method === undefined || roles.length > 0) && (
          <Loaded query={columns} sketch={<RowsSketch />}>
            {variables => (
              <Assign
                datasetId={setup.dataset ?? ''}
                variables={variables}
                roles={roles}
                chosen={setup.variables}
                faults={faults.roles}
                onChange={next => choose({ variables: next })}
              />
            )}
          </Loaded>
        )}
        {method && (
          <Conditions
            key={method.method}
            method={method}
            options={setup.options}
            filter={setup.filter}
            faults={faults}
            onOptions={options => choose({ options: changedOptions(options, method.options) }, true)}
            onFilter={roles.length === 0 ? null : filter => choose({ filter }, true)}
          />
        )}
        <SavedList onOpen={live.keep} />
      </section>
      <div className={classes.found}>
        <LiveResults
          live={live}
          needs={needs}
          isPlaced={faults.isPlaced}
          isInReport={live.analysis !== undefined && report.includes(live.analysis.analysis_id)}
          onAdd={id => change({ report: [...report, id] })}
        />
        {method === undefined && <MethodGallery methods={methods} onChoose={chooseMethod} />}
        <Report ids={report} onChange={ids => change({ report: ids })} />
      </div>
    </div>
  )
}

/** What is still to be chosen, as a sentence; null: nothing. */
function whatIsMissing({ dataset, variables, options }: Setup, method: Method | undefined, roles: readonly Role[]) {
  if (method === undefined) return dataset === null ? 'Choose a dataset and a method.' : 'Choose a method.'
  if (dataset === null && roles.length > 0) return 'Choose a dataset.'
  const waiting = missingRoles(roles, variables)
  if (waiting.length > 0) {
    const isOne = waiting.length === 1 && (waiting[0]?.least ?? 0) <= 1
    const words = waiting.map(({ name, least }) => (least > 1 ? `${titleOf(name)} (at least ${least})` : titleOf(name)))
    return `Add ${isOne ? 'a variable' : 'variables'} to ${listed(words)}.`
  }
  const open = missingOptions(method, options)
  return open.length > 0 ? `Fill in ${listed(open.map(titleOf))}.` : null
}

/** What the form shows; an old address may say more. */
function orderOf({ dataset, variables, options, filter }: Setup, method: Method, roles: readonly Role[]): Order {
  return {
    method: method.method,
    ...(dataset !== null && roles.length > 0 && { dataset_id: dataset }),
    variables: variablesOf(roles, variables) as Order['variables'],
    options: withoutStrangers(options, method.options as FieldSchema) as Order['options'],
    ...(filter !== '' && roles.length > 0 && { filter }),
  }
}
