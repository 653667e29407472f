import { Type } from 'typebox'
import { anyObject } from './schemas.ts'

const event = (title: string, type: string, data: string, description: string) =>
  Type.Object(
    {
      type: Type.Literal(type),
      id: Type.String(),
      at: Type.String({ format: 'date-time' }),
      run_id: Type.String(),
      data: anyObject(data),
    },
    { title, description },
  )
const ofTask = 'workflow, task, task_id, name, iteration, attempt, kind, and what the event adds.'

/** What the events of a run hold. */
export const runEvents = Type.Union(
  [
    event('PlaybookWorkflowStartedEvent', 'workflow.started', 'Empty.', 'The run has begun.'),
    event('PlaybookWorkflowSuspendedEvent', 'workflow.suspended', 'reason.', 'A person has suspended the run.'),
    event('PlaybookWorkflowResumedEvent', 'workflow.resumed', 'reason.', 'A person has resumed the run.'),
    event('PlaybookWorkflowCompletedEvent', 'workflow.completed', 'output.', 'The run has completed.'),
    event('PlaybookWorkflowFaultedEvent', 'workflow.faulted', 'error.', 'The run has faulted.'),
    event('PlaybookWorkflowCancelledEvent', 'workflow.cancelled', 'Empty.', 'The run was cancelled.'),
    event(
      'PlaybookCorrelationStartedEvent',
      'workflow.correlation-started',
      'task, correlations.',
      'A task waits for events that belong together.',
    ),
    event(
      'PlaybookCorrelationCompletedEvent',
      'workflow.correlation-completed',
      'task, correlations: what they share.',
      'A task has the events that belong together.',
    ),
    event('PlaybookTaskCreatedEvent', 'task.created', ofTask, 'A task is there.'),
    event('PlaybookTaskStartedEvent', 'task.started', ofTask, 'A task has begun.'),
    event('PlaybookTaskSuspendedEvent', 'task.suspended', ofTask, 'A task waits: waits_for, until.'),
    event('PlaybookTaskResumedEvent', 'task.resumed', ofTask, 'A task waits no more.'),
    event('PlaybookTaskRetriedEvent', 'task.retried', ofTask, 'A task is tried again: error, tries.'),
    event(
      'PlaybookTaskCompletedEvent',
      'task.completed',
      `${ofTask} Of completed: output, up to 32 KiB.`,
      'A task has completed.',
    ),
    event('PlaybookTaskFaultedEvent', 'task.faulted', ofTask, 'A task has faulted: error.'),
    event('PlaybookTaskCancelledEvent', 'task.cancelled', ofTask, 'A task was cancelled: reason.'),
    event(
      'PlaybookApprovalRequestedEvent',
      'approval.requested',
      'task, approval_id, title, expires_at.',
      'A task asks people.',
    ),
    event(
      'PlaybookApprovalDecidedEvent',
      'approval.decided',
      'task, approval_id, decision, by.',
      'A person has decided.',
    ),
    event('PlaybookContentEvent', 'content', 'task, delta.', 'An agent says more.'),
    event(
      'PlaybookContentResetEvent',
      'content_reset',
      'task.',
      'What the agent of this task has said since its last `tool_result`, or its beginning, is void.',
    ),
    event('PlaybookToolCallEvent', 'tool_call', 'task, call_id, name, arguments.', 'An agent calls a tool.'),
    event(
      'PlaybookToolResultEvent',
      'tool_result',
      'task, call_id, name, content.',
      'The tool has answered the agent.',
    ),
    event('PlaybookLogEvent', 'log', 'level, message, task.', 'What an agent app has written into its log.'),
    event('PlaybookProgressEvent', 'progress', 'finished, total.', 'How many tasks of the definition have completed.'),
    event('PlaybookDoneEvent', 'done', 'status, usage, and output or error.', 'The run has ended; no event follows.'),
  ],
  { title: 'PlaybookRunEvent' },
)
