import { Type } from 'typebox'
import type { TObject, TSchema } from 'typebox'
import type { JsonObject } from '@svc/plugin'
import { memoryLimits as limits } from '../documents/memory-limits.ts'

export const closed = { additionalProperties: false }

const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })
const anyObject = (description: string) =>
  Type.Unsafe<JsonObject>(Type.Object({}, { additionalProperties: true, description }))

export const provenance = Type.Object(
  { via: Type.Enum(['api', 'import', 'tool', 'file', 'app', 'plugin'], { description: 'How it came in.' }) },
  {
    title: 'MemoryProvenance',
    additionalProperties: true,
    description:
      'Who and where it came from, as the server knows it: `user_id`, `username`, `key_id`, `session_id`, `turn_id`, `run_id`, `app`, ' +
      '`file_id`, `file_name`, `job_id`; `original` is what an imported line said of itself.',
  },
)

const documentFields = {
  id: Type.String(),
  content: Type.String(),
  source: textOrNull('Where it came from, in the words of the one who kept it.'),
  tags: Type.Array(Type.String()),
  metadata: anyObject('Facts of its own, as they were sent.'),
  provenance,
  valid_from: textOrNull('Found from then on; null: always.'),
  valid_until: textOrNull('Found until then; null: always.'),
  version: Type.Integer({ description: 'Counts changes, from 1.' }),
  chunks: Type.Integer({ description: 'In how many passages it is found.' }),
  created_at: Type.String(),
  updated_at: Type.String(),
}
const truncated = {
  content_truncated: Type.Optional(
    Type.Boolean({
      description: 'True: the content is longer than 8,000 characters; read the document for the whole.',
    }),
  ),
}
export const document = Type.Object(documentFields, { title: 'MemoryDocument' })
export const shownDocument = Type.Object({ ...documentFields, ...truncated }, { title: 'ListedMemoryDocument' })
export const keptDocument = Type.Object(
  {
    ...documentFields,
    duplicate: Type.Optional(Type.Boolean({ description: 'True: it was there already.' })),
  },
  { title: 'KeptMemoryDocument' },
)

const chunk = Type.Object(
  {
    ordinal: Type.Integer(),
    text: Type.String(),
    heading: Type.Array(Type.String(), { description: 'The headings it stands under, the outermost first.' }),
    start: Type.Integer({ description: 'Where it stands in the content, in UTF-16 units.' }),
    end: Type.Integer(),
  },
  { title: 'MemoryChunk' },
)
const similarity = Type.Number({ description: 'Cosine, -1 to 1.' })
const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const explain = Type.Object(
  {
    keyword: orNull(
      Type.Object(
        {
          rank: Type.Integer(),
          bm25: Type.Number(),
          index: Type.Enum(['words', 'trigrams']),
          share: Type.Number({ description: 'Of the best found by words.' }),
          coverage: Type.Number({ description: 'Of what was asked, how much the passage has, 0 to 1.' }),
        },
        { title: 'MemoryKeywordScore', description: 'Null: not among the best by words.' },
      ),
    ),
    semantic: orNull(
      Type.Object(
        { rank: orNull(Type.Integer({ description: 'Null: not among the nearest.' })), similarity },
        { title: 'MemorySemanticScore', description: 'Null: there is no vector to compare.' },
      ),
    ),
    tokens: orNull(
      Type.Object({ similarity }, { title: 'MemoryTokenScore', description: 'Null: not compared piece by piece.' }),
    ),
    proximity: Type.Number({ description: 'From 0; higher, the closer together words of the question stand.' }),
    exact: Type.Number({
      description: 'Of the identifiers, numbers and quoted words asked for, the share that stands there.',
    }),
    fusion: Type.Object(
      {
        method: Type.Enum(['sum', 'ranks', 'keyword', 'semantic'], {
          description:
            '`sum` and `ranks`: the score is 1 / (1 + e^-sum) of the five below; `ranks` takes words and meaning by their places. Otherwise the score is what words or meaning added alone.',
        }),
        meaning: Type.Number(),
        tokens: Type.Number(),
        words: Type.Number(),
        proximity: Type.Number(),
        exact: Type.Number(),
      },
      { title: 'MemoryFusion', description: 'What each part added to the score.' },
    ),
  },
  { title: 'MemoryExplanation' },
)
export const searchAnswer = Type.Object(
  {
    results: Type.Array(
      Type.Object(
        {
          ...documentFields,
          ...truncated,
          score: Type.Number({ minimum: 0, maximum: 1 }),
          chunk,
          explain: Type.Optional(explain),
        },
        { title: 'MemoryResult' },
      ),
    ),
    mode: Type.Enum(['hybrid', 'keyword', 'semantic'], { description: 'The mode that was used.' }),
    notice: textOrNull('Why it is not the mode that was asked for, or what is not embedded yet.'),
  },
  { title: 'MemorySearchResult' },
)

export const version = Type.Object(
  {
    version: Type.Integer(),
    by: provenance,
    at: Type.String(),
    changed: Type.Array(Type.String(), { description: 'What differs from the version before; empty for the first.' }),
    content: Type.String(),
    ...truncated,
    source: documentFields.source,
    tags: documentFields.tags,
    metadata: documentFields.metadata,
    valid_from: documentFields.valid_from,
    valid_until: documentFields.valid_until,
  },
  { title: 'MemoryVersion' },
)

export const stats = Type.Object(
  {
    documents: Type.Integer(),
    passages: Type.Integer(),
    embedded: Type.Integer({ description: 'Passages with a vector of the active embedder.' }),
    sources: Type.Array(
      Type.Object(
        { source: textOrNull('Null: no source.'), documents: Type.Integer(), passages: Type.Integer() },
        { title: 'MemorySourceStats' },
      ),
      { description: 'The 100 sources with most documents.' },
    ),
  },
  { title: 'MemoryStats' },
)

export const pageOfItems = <T extends TObject>(item: T) =>
  Type.Object({ items: Type.Array(item), next_cursor: Type.Union([Type.String(), Type.Null()]) })

const limit = Type.Integer({ minimum: 1, maximum: 200, default: 50 })
const cursor = Type.Optional(Type.String({ description: 'The `next_cursor` of the page before.' }))
const oneTag = Type.String({ minLength: 1, maxLength: limits.tagLength })
const source = Type.String({ minLength: 1, maxLength: limits.sourceLength })

export const listQuery = Type.Object(
  { limit, cursor, source: Type.Optional(source), tag: Type.Optional(oneTag) },
  closed,
)
export const pageQuery = Type.Object({ limit, cursor }, closed)
export const exportQuery = Type.Object({ source: Type.Optional(source), tag: Type.Optional(oneTag) }, closed)
// Its absence is a sentence of the handler's: what deletes everything must not be a typo away.
export const deleteQuery = Type.Object({ source: Type.Optional(source) }, closed)
export const memoryParams = Type.Object({ id: Type.String() })
export const versionParams = Type.Object({ id: Type.String(), version: Type.Integer({ minimum: 1 }) })

// No `minLength`: to check it, every character of a long text would be counted. A blank one is refused where it is kept.
const content = Type.String({
  description: 'Text or Markdown, at most 10 MiB. Long ones are found by their passages.',
})
const sourceOrNull = Type.Optional(
  Type.Union([source, Type.Null()], { description: 'Where it came from: a page, a meeting, a file.' }),
)
const tagList = Type.Array(oneTag, { maxItems: limits.tags })
const moment = (description: string) =>
  Type.Optional(Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description }))
const fields = {
  source: sourceOrNull,
  tags: Type.Optional(tagList),
  metadata: Type.Optional(anyObject('At most 16 KiB as JSON.')),
  valid_from: moment('It is found from then on; null: always.'),
  valid_until: moment('It is found until then; null: always.'),
}
export const createBody = Type.Object(
  {
    content,
    ...fields,
    force: Type.Optional(Type.Boolean({ default: false, description: 'Keep it although it restates another.' })),
  },
  closed,
)
export const changeBody = Type.Object({ content: Type.Optional(content), ...fields }, { ...closed, minProperties: 1 })

export const searchBody = Type.Object(
  {
    query: Type.String({ minLength: 1, maxLength: 100_000, description: 'What is looked for, in any words.' }),
    top_k: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 5 })),
    tags: Type.Optional(
      Type.Array(oneTag, { maxItems: limits.searchedTags, description: 'Documents that have all of them.' }),
    ),
    source: Type.Optional(source),
    created_from: Type.Optional(Type.String({ format: 'date-time' })),
    created_before: Type.Optional(Type.String({ format: 'date-time' })),
    at: Type.Optional(Type.String({ format: 'date-time', description: 'Whose validity counts; default now.' })),
    mode: Type.Optional(Type.Enum(['hybrid', 'keyword', 'semantic'], { default: 'hybrid' })),
    explain: Type.Optional(Type.Boolean({ default: false, description: 'Show the parts of each score.' })),
    rerank: Type.Optional(
      Type.Enum(['auto', 'off'], {
        description:
          'Whether the best passages are compared with the question piece by piece; default: the configured one.',
      }),
    ),
  },
  closed,
)
