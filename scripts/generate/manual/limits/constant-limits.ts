/** A limit that no setting changes: the constant that holds it, and what a user meets. */
export interface ConstantLimit {
  part: string
  what: string
  file: string
  constant: string
  /** What the number counts; `bytes` are shown in KiB, MiB or GiB. */
  unit: string
  over: string
}

type Row = readonly [what: string, file: string, constant: string, unit: string, over: string]

const conflict = '409 `conflict`'
const tooLarge = '413 `payload_too_large`'
const unprocessable = '422 `unprocessable`'
const tooMany = '429 `rate_limited`'
const invalid = '400 `validation_error`'

const byPart: Readonly<Record<string, readonly Row[]>> = {
  Server: [
    ['sign-ins of one person at once', 'kernel/auth/sign-in/sessions.ts', 'maxPerUser', '', 'the oldest ends'],
    [
      'wrong passwords a minute for one name from one address',
      'kernel/auth/sign-in/login-throttle.ts',
      'limit',
      '',
      tooMany,
    ],
    ['models that a key may name', 'kernel/auth/keys/key-limits.ts', 'maxModels', '', invalid],
    ['fields of a form', 'kernel/http/uploads/form-parts.ts', 'mostFields', '', tooLarge],
    ['files of a form', 'kernel/http/uploads/form-parts.ts', 'mostFiles', '', tooLarge],
    ['redirects that a request to the outside follows', 'kernel/egress/egress.ts', 'maxRedirects', '', '502'],
    ['an address that is called', 'kernel/egress/target.ts', 'maxUrlLength', 'characters', invalid],
  ],
  Jobs: [
    ['payload of a job', 'kernel/jobs/queue/new-job.ts', 'mostPayloadBytes', 'bytes', tooLarge],
    ['result of a job', 'kernel/jobs/worker/attempt.ts', 'mostResultBytes', 'bytes', 'the job fails'],
    ['dead jobs that one call retries', 'kernel/jobs/queue/workspace-job-queue.ts', 'mostRedriven', '', 'call again'],
  ],
  'Agent apps and tools': [
    ['a manifest', 'plugins/agent-apps/manifest/manifest-text.ts', 'maxBytes', 'bytes', 'it is not served'],
    ['files of an app', 'plugins/sandbox/building/source-reader.ts', 'maxFiles', '', 'it does not compile'],
    ['sources of an app', 'plugins/sandbox/building/source-reader.ts', 'maxBytes', 'bytes', 'it does not compile'],
    ['runs of an app that wait', 'plugins/agent-apps/runs/concurrency-gate.ts', 'maxWaiting', '', tooMany],
    ['events that a run keeps', 'plugins/agent-apps/runs/run-events.ts', 'maxEvents', '', 'later ones are left out'],
    ['an answer to `agent.ask`', 'plugins/models/ask.ts', 'maxAnswerCharacters', 'characters', unprocessable],
  ],
  Conversations: [
    ['an attachment', 'plugins/conversations/attachments/read-attachments.ts', 'mostBytes', 'bytes', tooLarge],
    [
      'tools that the model calls in one step',
      'plugins/conversations/turns/tool-round.ts',
      'mostCalls',
      '',
      'the model gets an answer that asks it to call them later',
    ],
    [
      'tools that run at once in a turn',
      'plugins/conversations/turns/tool-round.ts',
      'mostAtOnce',
      '',
      'the others wait',
    ],
    [
      'messages of a conversation that is exported',
      'plugins/conversations/export/conversation-export.ts',
      'mostMessages',
      '',
      'the export is refused',
    ],
    [
      'attachments of a conversation that is exported',
      'plugins/conversations/export/conversation-export.ts',
      'mostAttached',
      'bytes',
      'the export is refused',
    ],
    [
      'images that the model is sent at once',
      'plugins/conversations/history/context-window.ts',
      'mostImages',
      'bytes',
      'older ones are left out with what was said to them',
    ],
    [
      'messages that one request imports',
      'plugins/conversations/imports/conversation-imports.ts',
      'mostMessages',
      '',
      tooLarge,
    ],
  ],
  Models: [
    ['providers of models in a workspace', 'plugins/models/providers/providers.ts', 'maxProviders', '', conflict],
    ['texts of one request for embeddings', 'plugins/models/model-catalog.ts', 'maxEmbeddings', '', invalid],
    ['an answer of a model', 'plugins/conversations/turns/turn-loop.ts', 'mostCharacters', 'characters', '502'],
  ],
  Playbooks: [
    ['a definition', 'plugins/playbooks/definitions/read-definition.ts', 'maxBytes', 'bytes', '422 `playbook_invalid`'],
    [
      'tasks of a definition',
      'plugins/playbooks/definitions/read-definition.ts',
      'mostTasks',
      '',
      '422 `playbook_invalid`',
    ],
    [
      'an answer that `call: http` reads',
      'plugins/playbooks/effects/http-call.ts',
      'mostBodyBytes',
      'bytes',
      'the task faults',
    ],
    [
      'tokens of a run',
      'plugins/playbooks/effects/run-effects.ts',
      'usualTokens',
      '',
      'the run faults; `document.metadata.token_budget` sets another',
    ],
    [
      'steps of `call: agent`',
      'plugins/playbooks/effects/agent-call.ts',
      'usualSteps',
      '',
      'the task faults; `max_steps` sets another, up to 100',
    ],
    ['tasks of a dry run', 'plugins/playbooks/dry-runs/dry-run.ts', 'mostTasks', '', 'the dry run ends with an error'],
    ['time of a dry run', 'plugins/playbooks/dry-runs/dry-run.ts', 'longestMs', 'ms', 'the dry run ends with an error'],
  ],
  'Files, notes and e-mail': [
    ['uploads in pieces under way in a workspace', 'plugins/files/uploads/uploads.ts', 'mostOpen', '', conflict],
    ['uploads in pieces under way of one person', 'plugins/files/uploads/uploads.ts', 'mostOwnOpen', '', conflict],
    ['files of one form', 'plugins/files/routes/form-files.ts', 'mostFiles', '', tooLarge],
    ['files below a folder that is moved', 'plugins/files/library/file-changes.ts', 'mostInFolder', '', conflict],
    ['a note', 'plugins/workspace/notes/notes.ts', 'mostText', 'characters', tooLarge],
  ],
  'Data and statistics': [
    ['a statement in SQL', 'plugins/data/queries/queries.ts', 'maxSqlBytes', 'bytes', tooLarge],
    ['cells of an analysis', 'plugins/stats/variables/variables.ts', 'mostCells', '', unprocessable],
    [
      'analyses of one report together',
      'plugins/stats/analyses/analyses.ts',
      'largestTogetherMiB',
      'MiB',
      unprocessable,
    ],
  ],
  Research: [
    ['sources of a project', 'plugins/research/sources/sources.ts', 'mostSources', '', unprocessable],
    ['claims of a project', 'plugins/research/claims/claims.ts', 'mostClaims', '', unprocessable],
    ['pieces of evidence of a claim', 'plugins/research/claims/claims.ts', 'mostEvidence', '', unprocessable],
    ['reports of a project', 'plugins/research/reports/reports.ts', 'mostReports', '', unprocessable],
    ['a report', 'plugins/research/reports/reports.ts', 'mostBytes', 'bytes', tooLarge],
    ['citations of a report', 'plugins/research/reports/reports.ts', 'mostCitations', '', tooLarge],
    ['a quote', 'plugins/research/evidence/quote-evidence.ts', 'mostQuote', 'characters', invalid],
  ],
  Export: [
    ['items of an export', 'plugins/export/exports/order-checks.ts', 'mostItems', '', '422 `export_limit`'],
    ['pages of a PDF', 'plugins/export/writers/pdf/pdf.ts', 'mostPages', '', '422 `export_limit`'],
    ['an export', 'plugins/export/exports/staged-files.ts', 'mostBytes', 'bytes', '422 `export_limit`'],
    ['a file that is verified', 'plugins/export/verifying/verify-file.ts', 'mostFileBytes', 'bytes', tooLarge],
  ],
}

export const constantLimits: readonly ConstantLimit[] = Object.entries(byPart).flatMap(([part, rows]) =>
  rows.map(([what, file, constant, unit, over]) => ({ part, what, file, constant, unit, over })),
)
