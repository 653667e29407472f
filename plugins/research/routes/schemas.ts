import { Type } from 'typebox'
import type { TObject } from 'typebox'
import { locales } from '../projects/project.ts'
import type { CslItem } from '../sources/csl-item.ts'

export const closed = { additionalProperties: false }
export const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])
export const id = Type.String({ minLength: 1, maxLength: 100 })
export const tags = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 50 })
export const styleName = Type.String({ minLength: 1, maxLength: 100, description: 'One of GET /api/research/styles.' })
export const locale = Type.Enum([...locales])

export const projectParams = Type.Object({ research_project_id: id })
export const sourceParams = Type.Object({ research_project_id: id, source_id: id })
export const pageQuery = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
    cursor: Type.Optional(Type.String({ maxLength: 2048, description: 'The `next_cursor` of the page before.' })),
  },
  closed,
)
export const pageOfItems = <T extends TObject>(item: T) =>
  Type.Object({ items: Type.Array(item), next_cursor: Type.Union([Type.String(), Type.Null()]) })

export const project = Type.Object(
  {
    research_project_id: Type.String(),
    title: Type.String(),
    question: nullable(Type.String()),
    description: nullable(Type.String()),
    tags: Type.Array(Type.String()),
    style: Type.String({ description: 'The citation style of its reports, where they name none.' }),
    locale: Type.String(),
    counts: Type.Object(
      {
        sources: Type.Integer(),
        claims: Type.Integer(),
        reports: Type.Integer(),
        problems: Type.Integer({ description: 'Claims that are broken or contradicted.' }),
      },
      { title: 'ResearchCounts' },
    ),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { title: 'ResearchProject' },
)
const longText = Type.Union([Type.String({ maxLength: 20_000 }), Type.Null()])
const projectFields = {
  question: Type.Optional(longText),
  description: Type.Optional(longText),
  tags: Type.Optional(tags),
  style: Type.Optional(styleName),
  locale: Type.Optional(locale),
}
const title = Type.String({ minLength: 1, maxLength: 300 })
export const newProject = Type.Object({ title, ...projectFields }, closed)
export const projectChange = Type.Object(
  { title: Type.Optional(title), ...projectFields },
  { ...closed, minProperties: 1 },
)
export const confirmation = Type.Object({ confirm: Type.String({ maxLength: 300, description: 'The title.' }) }, closed)

export const csl = Type.Unsafe<CslItem>({
  type: 'object',
  title: 'CslItem',
  description:
    'A work as CSL-JSON: `type`, `title`, `author: [{family, given}]`, `issued: {"date-parts": [[2024]]}`, `DOI`, …',
  additionalProperties: true,
  maxProperties: 200,
})
export const snapshot = Type.Object(
  {
    file_id: nullable(Type.String({ description: 'The file it was copied from.' })),
    sha256: Type.String(),
    size: Type.Integer(),
    content_type: Type.String(),
    fetched_at: Type.String(),
    url: nullable(Type.String()),
    final_url: nullable(Type.String({ description: 'After redirects.' })),
  },
  { title: 'SourceSnapshot' },
)
export const source = Type.Object(
  {
    source_id: Type.String(),
    kind: Type.Enum(['file', 'url', 'reference', 'text']),
    key: Type.String({ description: 'Cites it in reports: `[@key]`.' }),
    csl,
    tags: Type.Array(Type.String()),
    snapshot: nullable(snapshot),
    text: nullable(
      Type.Object(
        {
          sha256: Type.String(),
          chars: Type.Integer({ description: 'Code points.' }),
          pages: Type.Optional(Type.Integer()),
          extractor: Type.Object({ name: Type.String(), version: Type.String() }),
        },
        { title: 'SourceText' },
      ),
    ),
    state: Type.Enum(['ok', 'no_text', 'changed', 'missing', 'altered'], {
      description:
        '`changed`: fetched again, it has other bytes than claims rest on. `missing`, `altered`: found so by a verification.',
    }),
    claims: Type.Integer({ description: 'Claims that rest on it.' }),
    duplicate: Type.Optional(Type.Boolean({ description: 'The project had it already.' })),
    created_at: Type.String(),
  },
  { title: 'ResearchSource' },
)
export const sourceKey = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Made of author, year and title when it is left out.',
})
export const newSource = Type.Object(
  {
    file_id: Type.Optional(id),
    url: Type.Optional(
      Type.String({ minLength: 1, maxLength: 4000, description: 'Fetched once; text, HTML and PDF.' }),
    ),
    doi: Type.Optional(Type.String({ minLength: 1, maxLength: 600 })),
    bibtex: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000_000 })),
    ris: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000_000 })),
    text: Type.Optional(Type.String({ minLength: 1, maxLength: 4_000_000 })),
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 1000, description: 'With `text`.' })),
    key: Type.Optional(sourceKey),
    csl: Type.Optional(Type.Union([csl, Type.Array(csl, { minItems: 1, maxItems: 2000 })])),
    tags: Type.Optional(tags),
  },
  closed,
)
export const addedSources = Type.Object(
  { items: Type.Array(source), warnings: Type.Array(Type.String()) },
  { title: 'AddedSources' },
)
export const sourceChange = Type.Object(
  { key: Type.Optional(sourceKey), csl: Type.Optional(csl), tags: Type.Optional(tags) },
  { ...closed, minProperties: 1 },
)
export const textQuery = Type.Object(
  {
    from: Type.Optional(Type.Integer({ minimum: 0, description: 'A code point, from 0.' })),
    to: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Up to here; default 20,000 further, at most 200,000.' }),
    ),
  },
  closed,
)
export const textPart = Type.Object(
  {
    text: Type.String(),
    from: Type.Integer(),
    to: Type.Integer(),
    chars: Type.Integer({ description: 'Code points of the whole text.' }),
    text_sha256: Type.String(),
  },
  { title: 'SourceTextPart' },
)
export const refreshed = Type.Object(
  { changed: Type.Boolean(), snapshot, previous: nullable(snapshot) },
  { title: 'RefreshedSource' },
)
