import type { Row } from '../../support/row.ts'
import { playbookSteps } from './steps.ts'
import { playbookValidation } from './validation.ts'

export async function playbooks(): Promise<Row[]> {
  return [...(await playbookSteps()), ...(await playbookValidation())]
}
