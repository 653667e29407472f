import type { DataPlane, JsonObject, JsonValue, Principal, WorkspaceDatabase } from '@svc/plugin'
import type { Playbooks } from '../definitions/playbooks.ts'
import { fault, Fault } from '../interpreter/fault.ts'
import type { WorkflowError } from '../interpreter/fault.ts'
import type { Effect, EffectOutcome } from '../interpreter/ports.ts'
import { journalStore } from '../journal/journal-store.ts'
import type { RunRow } from '../journal/run-row.ts'
import { faultedTask, reopenFaulted } from '../runs/reopen-faulted.ts'
import { requireDepth } from '../runs/run-depth.ts'
import type { RunStarter } from '../runs/run-starter.ts'

export interface ChildRunOptions {
  data: DataPlane
  playbooks: Pick<Playbooks, 'forStart'>
  starter: Pick<RunStarter, 'start'>
  wake(workspaceId: string): void
  now(): number
}

interface RunArguments {
  name: string
  version: string
  inputs: JsonValue
  await: boolean
}

/** `run.workflow`: another playbook of the workspace, whose run is found again by the key of the task. @throws Fault */
export function childRun(
  options: ChildRunOptions,
  parent: RunRow,
  principal: Principal,
  effect: Effect,
): EffectOutcome {
  const { data, playbooks, starter } = options
  const given = effect.arguments as RunArguments
  const { key } = effect.frame
  const { workspace_id } = principal
  const before = data.use(workspace_id, db => earlierChild(db, effect))
  if (before) return outcomeOf(again(options, workspace_id, before, effect), given, effect)
  data.use(workspace_id, db => requireDepth(db, parent.id))
  const version = given.version === 'latest' ? undefined : given.version
  const playbook = playbooks.forStart(workspace_id, given.name, version)
  const request = { key_hash: key, body_hash: '' }
  const inputs = (given.inputs ?? {}) as JsonObject
  const { run } = starter.start({ playbook, inputs, trigger: 'parent', principal, parent_run_id: parent.id, request })
  return outcomeOf(run, given, effect)
}

/** One with which nobody can go on is started anew when its task is: it was cancelled, or faulted as a whole. */
function earlierChild(db: WorkspaceDatabase, { frame, isResumed }: Effect): RunRow | undefined {
  const child = journalStore.byKey(db, frame.key)
  if (isResumed || child === undefined) return child
  const isLost = child.status === 'cancelled' || (child.status === 'faulted' && !faultedTask(db, child.id))
  if (!isLost) return child
  journalStore.forgetKey(db, child.id)
  return undefined
}

/** A person has resumed the task: a child that faulted goes on, too. */
function again({ data, wake, now }: ChildRunOptions, workspaceId: string, child: RunRow, effect: Effect): RunRow {
  if (effect.isResumed || child.status !== 'faulted') return child
  const reopened = data.use(workspaceId, db =>
    db.transaction(() => {
      reopenFaulted(db, child, now())
      return journalStore.get(db, child.id)
    }),
  )
  wake(workspaceId)
  return reopened ?? child
}

function outcomeOf(child: RunRow, { await: waits }: RunArguments, { frame }: Effect): EffectOutcome {
  if (!waits) return { output: { run_id: child.id } }
  if (child.status === 'completed') return { output: JSON.parse(child.output ?? 'null') as JsonValue }
  if (child.status === 'cancelled')
    throw fault('runtime', `cancelled: the run ${child.id} of ${child.name} was cancelled.`, { childRunId: child.id })
  if (child.status === 'faulted') {
    const error = JSON.parse(child.error ?? '{}') as WorkflowError
    throw new Fault({ ...error, instance: frame.reference, child_run_id: child.id })
  }
  return { waiting: { kind: 'child', child_run_id: child.id }, until: null }
}
