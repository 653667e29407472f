import type { Clock, Ids, JsonObject, Principal } from '@svc/plugin'
import { invalid } from '../definitions/playbooks.ts'
import type { GivenDefinition, Playbooks } from '../definitions/playbooks.ts'
import type { WorkflowDefinition } from '../definitions/workflow.ts'
import type { Expressions } from '../expressions/expressions.ts'
import { checkInputs, schemaFault } from '../runs/check-inputs.ts'
import { dryRun } from './dry-run.ts'
import type { DryRun } from './dry-run.ts'
import type { Mocks } from './mocked-effects.ts'

export interface DryRunsOptions {
  playbooks: Playbooks
  expressionsFor(workspaceId: string): Expressions
  ids: Ids
  clock: Clock
}

/** Who tries it. */
export type DryRunner = Pick<Principal, 'workspace_id' | 'user_id' | 'username'>

/** A version that is stored, or a definition that is not. */
export type DryRunSubject = { playbook_id: string; version?: string } | { given: GivenDefinition; folder?: string }

/** What a playbook would do, tried without an effect. */
export class DryRuns {
  readonly #options: DryRunsOptions

  constructor(options: DryRunsOptions) {
    this.#options = options
  }

  /** @throws NotFoundError; UnprocessableError `playbook_invalid`; ValidationError under `/inputs` */
  async run(
    subject: DryRunSubject,
    { inputs, mocks }: { inputs: JsonObject; mocks: Mocks },
    { principal, signal }: { principal: DryRunner; signal: AbortSignal },
  ): Promise<DryRun> {
    const { expressionsFor, ids, clock } = this.#options
    const { workspace_id, user_id, username } = principal
    const definition = await this.#definition(workspace_id, subject)
    checkInputs(definition, inputs)
    const request = { definition, inputs, mocks, startedBy: { user_id, username } }
    return dryRun(request, { expressions: expressionsFor(workspace_id), schemaFault, ids, clock, signal })
  }

  async #definition(workspaceId: string, subject: DryRunSubject): Promise<WorkflowDefinition> {
    const { playbooks } = this.#options
    if ('given' in subject) {
      const { definition, errors } = await playbooks.read(workspaceId, subject.given, subject.folder)
      if (definition === null) throw invalid(errors)
      return definition
    }
    await playbooks.refresh(workspaceId)
    return playbooks.stored(workspaceId, subject.playbook_id, subject.version).definition
  }
}
