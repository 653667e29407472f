import type { JsonObject } from '@svc/plugin'
import { shownSchedule } from '../schedules/shown-schedule.ts'
import type { ShownSchedule } from '../schedules/shown-schedule.ts'
import type { ScheduleRow } from '../schedules/schedule-store.ts'
import type { DefinitionError } from './definition-text.ts'
import type { FullVersionRow, PlaybookRow, PlaybookSource } from './definition-store.ts'
import { needsOf } from './playbook-needs.ts'
import type { PlaybookNeeds } from './playbook-needs.ts'
import type { WorkflowDefinition } from './workflow.ts'
import { msOf } from '../interpreter/rules/durations.ts'

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
  /** Of the tool that starts it; null: there is none. */
  tool_name: string | null
  limits: { timeout_seconds: number | null; token_budget: number | null; max_active_runs: number | null }
  created_at: string
  updated_at: string
  /** What the author may want to change. */
  warnings?: string[]
  /** What is wrong with its folder as it is now: its last good version stays up. */
  error?: { file: string; errors: DefinitionError[] }
}

/** A playbook with one of its versions. */
export function shownPlaybook(
  row: PlaybookRow,
  found: FullVersionRow,
  facts: { switched: ScheduleRow | undefined; error: Playbook['error'] | null; isRevised: boolean },
): Playbook {
  const { switched, error, isRevised } = facts
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
    needs: needsOf(definition),
    tool_name: toolNameOf(definition),
    limits: limitsOf(definition),
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
    ...(isRevised && { warnings: [revisedWarning(found)] }),
    ...(error && { error }),
  }
}

function revisedWarning({ version, revision }: FullVersionRow): string {
  return `Version ${version} was changed without a new document.version: this is revision ${revision}. Give it a higher version, so that runs can be told apart.`
}

/** As models ask for it. */
const longestToolName = 64

/** `weekly-report` is `playbook_weekly_report`; null: its metadata asks for no tool, or its name is too long for one. */
export function toolNameOf({ document }: Pick<WorkflowDefinition, 'document'>): string | null {
  const name = `playbook_${document.name.replaceAll('-', '_')}`
  return document.metadata?.['tool'] === true && name.length <= longestToolName ? name : null
}

function limitsOf({ document, timeout, use }: WorkflowDefinition): Playbook['limits'] {
  const { token_budget, max_active_runs } = document.metadata ?? {}
  const meant = typeof timeout === 'string' ? use?.timeouts?.[timeout] : timeout
  return {
    timeout_seconds: meant ? msOf(meant.after) / 1000 : null,
    token_budget: typeof token_budget === 'number' ? token_budget : null,
    max_active_runs: typeof max_active_runs === 'number' ? max_active_runs : null,
  }
}
