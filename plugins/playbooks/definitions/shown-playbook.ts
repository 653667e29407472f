import type { JsonObject } from '@svc/plugin'
import { shownSchedule } from '../schedules/shown-schedule.ts'
import type { ShownSchedule } from '../schedules/shown-schedule.ts'
import type { ScheduleRow } from '../schedules/schedule-store.ts'
import type { FullVersionRow, PlaybookRow, PlaybookSource } from './definition-store.ts'
import { needsOf } from './playbook-needs.ts'
import type { PlaybookNeeds } from './playbook-needs.ts'
import type { WorkflowDefinition } from './workflow.ts'

/** A playbook as the API shows it. */
export interface Playbook {
  id: string
  name: string
  namespace: string
  version: string
  revision: number
  title: string | null
  summary: string | null
  tags: Record<string, string>
  source: PlaybookSource
  enabled: boolean
  inputs_schema: JsonObject | null
  output_schema: JsonObject | null
  /** Null: it is started by somebody alone. */
  schedule: ShownSchedule | null
  needs: PlaybookNeeds
  created_at: string
  updated_at: string
}

/** A playbook with one of its versions. */
export function shownPlaybook(row: PlaybookRow, found: FullVersionRow, switched: ScheduleRow | undefined): Playbook {
  const definition = JSON.parse(found.definition) as WorkflowDefinition
  const { namespace, title = null, summary = null, tags = {} } = definition.document
  return {
    id: row.id,
    name: row.name,
    namespace,
    version: found.version,
    revision: found.revision,
    title,
    summary,
    tags,
    source: row.kind,
    enabled: row.enabled === 1,
    inputs_schema: (definition.input?.schema?.document as JsonObject | undefined) ?? null,
    output_schema: (definition.output?.schema?.document as JsonObject | undefined) ?? null,
    schedule: shownSchedule(definition, switched),
    needs: needsOf(definition as unknown as JsonObject),
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  }
}
