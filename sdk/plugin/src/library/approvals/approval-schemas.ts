import { Type } from 'typebox'
import type { Static, TSchema } from 'typebox'
import type { JsonObject, JsonValue } from '../../json-schema.ts'

const closed = { additionalProperties: false }
const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const object = (description: string) =>
  Type.Unsafe<JsonObject>(Type.Object({}, { additionalProperties: true, description }))
const time = Type.String({ format: 'date-time' })

export const callOriginSchema = Type.Object(
  {
    kind: Type.Enum(['direct', 'mcp', 'app', 'turn', 'playbook']),
    app: Type.Optional(Type.String()),
    run_id: Type.Optional(orNull(Type.String())),
    session_id: Type.Optional(Type.String()),
    turn_id: Type.Optional(Type.String()),
    call_id: Type.Optional(Type.String()),
    task: Type.Optional(Type.String({ description: 'Of a playbook: its place in the definition.' })),
    idempotency_key: Type.Optional(Type.String()),
  },
  { ...closed, title: 'CallOrigin' },
)

const person = { user_id: Type.String(), username: Type.String() }
/** A call of a tool that waits for a person, or waited. */
export const toolApprovalSchema = Type.Object(
  {
    approval_id: Type.String(),
    kind: Type.Literal('tool'),
    tool_name: Type.String(),
    arguments: Type.Unsafe<JsonObject>(Type.Record(Type.String(), Type.Unknown())),
    status: Type.Enum(['pending', 'approved', 'denied', 'expired'], {
      description: '`approved` also while the call runs and after: `finished_at` says whether it has ended.',
    }),
    result: Type.Unsafe<JsonValue>(
      Type.Unknown({ description: 'What the tool gave. In a list, null when it is over 64 KiB.' }),
    ),
    error: orNull(Type.Object({ code: Type.String(), message: Type.String() }, closed)),
    origin: callOriginSchema,
    requested_by: Type.Object({ ...person, key_id: orNull(Type.String()) }, { ...closed, title: 'ApprovalRequester' }),
    decided_by: orNull(Type.Object(person, closed)),
    reason: orNull(Type.String()),
    created_at: Type.String(),
    expires_at: Type.String(),
    decided_at: orNull(Type.String()),
    finished_at: orNull(Type.String()),
  },
  { ...closed, title: 'Approval' },
)

/** What a run of a playbook asks people, as the API shows it, alone and among the calls of tools that wait. */
export const runApprovalSchema = Type.Object(
  {
    approval_id: Type.String(),
    kind: Type.Literal('playbook'),
    run_id: Type.String(),
    playbook: Type.String({ description: 'The name of the playbook.' }),
    task: Type.String({ description: 'Its place in the definition.' }),
    title: Type.String(),
    body: orNull(Type.String({ description: 'Markdown.' })),
    data: Type.Unsafe<JsonValue>(Type.Unknown({ description: 'What is decided about.' })),
    form: orNull(object('JSON Schema of what is to be filled in.')),
    assignees: Type.Array(Type.String()),
    approvals_needed: Type.Integer(),
    decisions: Type.Array(
      Type.Object(
        {
          user_id: Type.String(),
          username: Type.String(),
          decision: Type.Enum(['approved', 'denied']),
          at: time,
          reason: orNull(Type.String()),
        },
        { title: 'PlaybookDecision' },
      ),
    ),
    status: Type.Enum(['pending', 'approved', 'denied', 'expired', 'withdrawn']),
    created_at: time,
    expires_at: time,
  },
  { title: 'PlaybookApproval' },
)

export type ToolApproval = Static<typeof toolApprovalSchema>
export type RunApproval = Static<typeof runApprovalSchema>
export type AnyApproval = ToolApproval | RunApproval

/** Whatever waits for a person, or waited. */
export const approvalSchema = Type.Union([toolApprovalSchema, runApprovalSchema], { title: 'AnyApproval' })
