import { defineService } from '@svc/plugin'
import type { JsonObject } from '@svc/plugin'
import type { CheckedDefinition } from '../definitions/read-definition.ts'
import type { DryRun } from '../dry-runs/dry-run.ts'
import type { Mocks } from '../dry-runs/mocked-effects.ts'

/** A definition, and the folder in which the files lie that it names. */
export interface PlaybookFile {
  source: string
  folder: string
}

/** What the commands that work on files take from a kernel that is set up and not started. */
export interface PlaybookWorkbench {
  check(file: PlaybookFile): Promise<CheckedDefinition>
  /** @throws UnprocessableError `playbook_invalid`; ValidationError under `/inputs` */
  dryRun(file: PlaybookFile, tried: { inputs: JsonObject; mocks: Mocks }, signal: AbortSignal): Promise<DryRun>
}

export const playbookWorkbench = defineService<PlaybookWorkbench>('playbooks.workbench')
