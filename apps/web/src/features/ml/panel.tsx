import { useSearch } from '@tanstack/react-router'
import { AddressTabs } from '../../ui/page/tabs.tsx'
import type { MlAddress } from './ml-link.tsx'
import { MlflowVariables } from './mlflow-variables.tsx'
import { ModelList } from './models/model-list.tsx'
import { OpenModel } from './models/open-model.tsx'
import { CompareRuns } from './run/compare-runs.tsx'
import { OpenRun } from './run/open-run.tsx'
import { RunList } from './runs/run-list.tsx'

const tabs = [
  { id: 'runs', title: 'Runs', content: () => <RunList /> },
  { id: 'models', title: 'Models', content: () => <ModelList /> },
  { id: 'mlflow', title: 'MLflow', content: () => <MlflowVariables /> },
]

/** The run, the model or the comparison that the address names, or the lists of all of them. */
export function MachineLearningPanel() {
  const { run, model, compare } = useSearch({ strict: false }) as MlAddress
  if (run !== undefined) return <OpenRun key={run} id={run} />
  if (model !== undefined) return <OpenModel key={model} id={model} />
  if (compare !== undefined) return <CompareRuns ids={compare.split(',')} />
  return <AddressTabs label="Machine learning" parameter="view" tabs={tabs} />
}
