import type { Row } from '../../support/row.ts'
import { firstEffect } from './server/first-effect.ts'
import { hostile } from './server/hostile.ts'
import { killed } from './server/killed.ts'
import { waiting } from './server/waiting.ts'
import { playbookSteps } from './steps.ts'
import { playbookValidation } from './validation.ts'

/** What a step and a file cost, and what runs cost the whole server. */
export async function playbooks(): Promise<Row[]> {
  const benches = [playbookSteps, playbookValidation, firstEffect, killed, hostile, waiting]
  const rows: Row[] = []
  for (const bench of benches) rows.push(...(await bench()))
  return rows
}
