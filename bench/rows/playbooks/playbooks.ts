import type { Row } from '../../support/row.ts'
import { playbookSteps } from './steps.ts'

export async function playbooks(): Promise<Row[]> {
  return playbookSteps()
}
