import { Type } from 'typebox'
import type { TObject } from 'typebox'

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

export const model = Type.Object(
  {
    id: Type.String({ description: 'As its provider names it; `<provider>/<id>` where two clash.' }),
    provider: Type.String({ description: 'The name of its provider.' }),
    offline: Type.Boolean({ description: 'True for `svc/offline`, which is no language model.' }),
    is_default: Type.Boolean({ description: 'Asked when no model is named.' }),
    context_window: nullable(Type.Integer(), 'Tokens of question and answer together, where it is known.'),
    prices: nullable(
      Type.Object(
        {
          input_usd_per_million: Type.Number(),
          output_usd_per_million: Type.Number(),
          cache_read_usd_per_million: Type.Optional(Type.Number()),
          cache_write_usd_per_million: Type.Optional(Type.Number()),
        },
        { title: 'ModelPrices' },
      ),
      "US dollars a million tokens, where they are known; those of the provider's cache where it has prices of its own.",
    ),
    created: nullable(Type.Integer(), 'Seconds since the epoch, as its provider gives it.'),
  },
  { title: 'Model' },
)

export const modelFacts = Type.Object(
  {
    id: Type.String({
      minLength: 1,
      maxLength: 256,
      pattern: '^[^\\s\\u0000-\\u001f\\u007f]+$',
      description: 'The model’s id as its provider has it, without spaces.',
    }),
    context_window: Type.Optional(Type.Integer({ minimum: 1 })),
    input_usd_per_million: Type.Optional(Type.Number({ minimum: 0 })),
    output_usd_per_million: Type.Optional(Type.Number({ minimum: 0 })),
    cache_read_usd_per_million: Type.Optional(
      Type.Number({ minimum: 0, description: "Of tokens read from the provider's cache. Default: as other input." }),
    ),
    cache_write_usd_per_million: Type.Optional(
      Type.Number({ minimum: 0, description: "Of tokens written into the provider's cache. Default: as other input." }),
    ),
  },
  { title: 'ModelFactsInput', additionalProperties: false },
)

const facts = Type.Array(modelFacts, {
  maxItems: 1000,
  description: 'What the provider does not say: sizes and prices of its models, and models that it does not list.',
})
const timeout = Type.Integer({
  minimum: 1,
  maximum: 3600,
  description: 'Until an answer begins, and then between two of its pieces; an answer that goes on may take an hour.',
})
const moment = (description: string) => nullable(Type.String(), description)

export const provider = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ description: 'Stands before a model id where two clash.' }),
    kind: Type.String(),
    origin: Type.Enum(['configuration', 'installation', 'workspace'], {
      description: 'Those of the configuration are changed there; those of the installation serve every workspace.',
    }),
    base_url: nullable(Type.String(), 'Null: the address that its kind knows.'),
    has_api_key: Type.Boolean({ description: 'The key itself is never shown.' }),
    models: Type.Array(Type.Object(modelFacts.properties, { title: 'ModelFacts' })),
    timeout_seconds: Type.Integer(),
    trusted: Type.Boolean({ description: 'An owner chose its address, which may be a private one.' }),
    error: nullable(Type.String(), 'Why it cannot be used.'),
    created_at: moment('Null for one of the configuration.'),
    updated_at: moment('Null for one of the configuration.'),
  },
  { title: 'ModelProvider' },
)

const name = Type.String({
  pattern: '^[a-z0-9][a-z0-9._-]{0,62}$',
  description:
    '1 to 63 lower-case letters, digits or . _ - and a letter or a digit first; names it in model ids, `<name>/<model>`. `svc`, `agent` and `app` are taken.',
})
// One schema with two types, not a union: its error names what is wrong once.
const base_url = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  pattern: '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
  maxLength: 2048,
  description:
    'An http:// or https:// address up to and with its version, without user, query or fragment: https://api.openai.com/v1. A private address (a model server beside this one) may be named by an owner, or stands in `SVC_EGRESS_ALLOW`.',
})
const api_key = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  pattern: '^[!-~]+$',
  maxLength: 8192,
  description: 'Visible ASCII characters without spaces. Sent to that address alone. Write-only; null removes it.',
})

export const createProviderBody = Type.Object(
  {
    scope: Type.Optional(
      Type.Enum(['workspace', 'installation'], {
        default: 'workspace',
        description: '`installation`: it serves every workspace, and admins alone see and change it.',
      }),
    ),
    name,
    kind: Type.String({
      minLength: 1,
      maxLength: 60,
      description: '`openai-compatible`, or a kind that a plugin brings.',
    }),
    base_url: Type.Optional(base_url),
    api_key: Type.Optional(api_key),
    models: Type.Optional(facts),
    timeout_seconds: Type.Optional(timeout),
  },
  { additionalProperties: false },
)
export const changeProviderBody = Type.Object(
  {
    name: Type.Optional(name),
    base_url: Type.Optional(base_url),
    api_key: Type.Optional(api_key),
    models: Type.Optional(facts),
    timeout_seconds: Type.Optional(timeout),
  },
  { additionalProperties: false, minProperties: 1 },
)
export const testProviderBody = Type.Object(
  {
    name: Type.Optional(name),
    kind: createProviderBody.properties.kind,
    base_url: Type.Optional(base_url),
    api_key: Type.Optional(api_key),
    timeout_seconds: Type.Optional(timeout),
    model: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Answered with whether the provider lists it.' }),
    ),
  },
  { additionalProperties: false },
)
export const providerParams = Type.Object({ provider_id: Type.String() })

export const providerTest = Type.Object(
  {
    ok: Type.Boolean(),
    models: Type.Integer({ description: 'How many it lists.' }),
    sample: Type.Array(Type.String(), { description: 'The first 20 of them.' }),
    lists_model: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'Whether the `model` of the request is among them; null when it named none, or there is no list.',
    }),
    error: nullable(Type.Object({ code: Type.String(), message: Type.String() }), 'What is wrong, in a sentence.'),
    duration_ms: Type.Integer(),
  },
  { title: 'ModelProviderCheck' },
)

export const settings = Type.Object(
  {
    default_model: nullable(Type.String(), 'Asked when no model is named; null: as the configuration has it.'),
  },
  { title: 'ModelSettings' },
)
export const settingsBody = Type.Object(
  { default_model: Type.Unsafe<string | null>({ type: ['string', 'null'], minLength: 1, maxLength: 400 }) },
  { additionalProperties: false },
)

const period = nullable(
  Type.Object(
    {
      limit: Type.Integer(),
      used: Type.Integer(),
      resets_at: Type.String(),
    },
    { title: 'TokenBudgetPeriod' },
  ),
  'Null: no limit.',
)
export const budget = Type.Object({ day: period, month: period }, { title: 'TokenBudget' })

export const call = Type.Object(
  {
    id: Type.String(),
    at: Type.String(),
    key_id: nullable(Type.String(), 'Null: a sign-in asked.'),
    user_id: Type.String(),
    model: Type.String(),
    provider: Type.String(),
    kind: Type.Enum(['chat', 'embedding']),
    prompt_tokens: Type.Integer(),
    completion_tokens: Type.Integer(),
    cached_tokens: Type.Integer({ description: "Of the prompt's, those that the provider read from its cache." }),
    cache_write_tokens: Type.Integer({ description: "Of the prompt's, those that it wrote into its cache." }),
    cost_usd: nullable(Type.Number(), 'Where the prices are known.'),
    duration_ms: Type.Integer(),
    outcome: Type.Enum(['succeeded', 'failed', 'cancelled']),
  },
  { title: 'ModelCall' },
)

export const pageQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  cursor: Type.Optional(Type.String({ description: 'The `next_cursor` of the page before.' })),
})

export function pageOfItems(item: TObject) {
  return Type.Object({ items: Type.Array(item), next_cursor: Type.Union([Type.String(), Type.Null()]) })
}
