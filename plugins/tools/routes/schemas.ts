import { callOriginSchema } from '@svc/plugin/library/approvals/approval-schemas'
import { Type } from 'typebox'
import type { JsonObject } from '@svc/plugin'
import type { TSchema } from 'typebox'

export const closed = { additionalProperties: false }
const nullable = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })
const text = Type.String()
const Schema = Type.Record(Type.String(), Type.Unknown())
const effects = ['read', 'write', 'external', 'destructive'] as const

export const GrantWord = Type.Enum(['allow', 'ask', 'deny'])

export const Tool = Type.Object(
  {
    name: text,
    title: text,
    description: text,
    input_schema: Schema,
    output_schema: Type.Optional(Schema),
    effect: Type.Enum([...effects], { description: 'What calling it does to the world.' }),
    annotations: Type.Object(
      { read_only: Type.Boolean(), destructive: Type.Boolean(), open_world: Type.Boolean() },
      { ...closed, title: 'ToolAnnotations' },
    ),
    icon: Type.Optional(Type.String({ description: 'An SVG as a `data:` URL, or the name of an icon.' })),
    idempotent: Type.Optional(
      Type.Boolean({ description: 'A call made again with the same key changes nothing more.' }),
    ),
    timeout_ms: Type.Optional(Type.Number({ description: 'Its own time limit, where it has one.' })),
    plugin: text,
    permission: nullable(Type.String(), 'The scope that calling it needs.'),
    grant: Type.Enum(['allow', 'ask', 'deny'], { description: 'What a call by this caller meets now.' }),
  },
  { ...closed, title: 'ToolManifest' },
)

export const CallResult = Type.Object(
  { tool_name: text, result: Type.Unknown(), is_error: Type.Literal(false), duration_ms: Type.Number() },
  { ...closed, title: 'ToolResult' },
)
export const CallPending = Type.Object(
  {
    approval_id: text,
    status: Type.Literal('pending'),
    tool_name: text,
    expires_at: text,
    url: Type.String({ description: 'Where the approval is, with what came of it; also in the header `Location`.' }),
    message: Type.String({ description: 'Who decides, and how.' }),
  },
  { ...closed, title: 'PendingApproval' },
)
export const CallBody = Type.Object(
  { arguments: Type.Unsafe<JsonObject>(Type.Record(Type.String(), Type.Unknown())) },
  closed,
)

const outcomes = ['ok', 'failed', 'timeout', 'cancelled', 'invalid', 'refused', 'asked'] as const
export const CallItem = Type.Object(
  {
    call_id: text,
    at: text,
    tool_name: text,
    effect: Type.Enum([...effects]),
    user_id: text,
    username: text,
    key_id: nullable(text),
    origin: callOriginSchema,
    approval_id: nullable(text),
    outcome: Type.Enum([...outcomes]),
    code: nullable(text, 'The error’s code.'),
    duration_ms: Type.Number(),
    arguments_hash: Type.String({ description: 'sha256 of the arguments as JSON with sorted members.' }),
  },
  { ...closed, title: 'ToolCallRecord' },
)

export const Grant = Type.Object(
  {
    tool_name: text,
    key_id: nullable(text, 'Null: for the whole workspace.'),
    grant: GrantWord,
    granted_by: text,
    granted_at: text,
  },
  { ...closed, title: 'ToolGrant' },
)

export const pageOfItems = <T extends TSchema>(item: T) =>
  Type.Object({ items: Type.Array(item), next_cursor: nullable(text) }, closed)

export const ToolParams = Type.Object({ name: Type.String({ minLength: 1, maxLength: 64 }) }, closed)
export const ApprovalParams = Type.Object({ approval_id: Type.String({ minLength: 1, maxLength: 64 }) }, closed)
const page = {
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  cursor: Type.Optional(Type.String({ maxLength: 2048 })),
}
export const PageQuery = Type.Object(page, closed)
export const CallQuery = Type.Object(
  {
    ...page,
    tool: Type.Optional(Type.String({ maxLength: 64 })),
    outcome: Type.Optional(Type.Enum([...outcomes])),
  },
  closed,
)
export const ApprovalQuery = Type.Object(
  { ...page, status: Type.Optional(Type.Enum(['pending', 'approved', 'denied', 'expired', 'withdrawn'])) },
  closed,
)
const keyId = Type.String({ minLength: 1, maxLength: 64, description: 'For this key alone; else for the workspace.' })
export const GrantBody = Type.Object({ grant: GrantWord, key_id: Type.Optional(keyId) }, closed)
export const GrantKeyQuery = Type.Object({ key_id: Type.Optional(keyId) }, closed)
const reason = Type.Optional(
  Type.String({ minLength: 1, maxLength: 1000, description: 'Told to the model that asked, or kept with the run.' }),
)
export const DecisionBody = Type.Object({ reason }, closed)
const form = Type.Optional(
  Type.Unsafe<JsonObject>(
    Type.Record(Type.String(), Type.Unknown(), { description: 'Of a run: what its form asks for.' }),
  ),
)
export const FormBody = Type.Object({ reason, form }, closed)
