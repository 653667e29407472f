import { Type } from 'typebox'
import { exportCover, exportSignatories, exportSigning } from '@svc/plugin/library/contents/document-schemas'
import { linkTypes } from '../links/links.ts'
import { writer } from './claim-schemas.ts'
import { closed, csl, id, locale, nullable, styleName } from './schemas.ts'

export const reportParams = Type.Object({ research_project_id: id, report_id: id })
export const linkParams = Type.Object({ research_project_id: id, link_id: id })
export const styleParams = Type.Object({ style: id })
export const reportQuery = Type.Object({ version: Type.Optional(Type.Integer({ minimum: 1 })) }, closed)

export const report = Type.Object(
  {
    report_id: Type.String(),
    research_project_id: Type.String(),
    title: Type.String(),
    body: Type.String(),
    style: nullable(Type.String({ description: 'Null: the project’s.' })),
    locale: nullable(Type.String()),
    authors: Type.Array(Type.String()),
    citations: Type.Array(Type.String(), { description: 'Keys that it cites.' }),
    claims: Type.Array(Type.String(), { description: 'Claims that it names.' }),
    version: Type.Integer(),
    etag: Type.String(),
    created_by: writer,
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { title: 'ResearchReport' },
)
export const writtenReport = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 300 }),
    body: Type.String({
      maxLength: 5_242_880,
      description:
        'Markdown with `[@key, p. 12]`, `@key says`, `[[claim:clm_…]]`, `{{value:evd_…|.3f}}` and `[unverified]`.',
    }),
    style: Type.Optional(nullable(styleName)),
    locale: Type.Optional(nullable(locale)),
    authors: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 100 })),
  },
  closed,
)
export const versions = Type.Object({
  items: Type.Array(
    Type.Object(
      {
        version: Type.Integer(),
        title: Type.String(),
        size: Type.Integer(),
        created_by: writer,
        created_at: Type.String(),
      },
      { title: 'ResearchReportVersion' },
    ),
  ),
})
const finding = Type.Object(
  {
    code: Type.String(),
    message: Type.String(),
    line: Type.Integer(),
    column: Type.Integer({ description: 'In code points, from 1.' }),
    claim_id: Type.Optional(Type.String()),
    key: Type.Optional(Type.String()),
    fix: Type.Optional(
      Type.Object(
        {
          title: Type.String(),
          line: Type.Integer(),
          column: Type.Integer(),
          length: Type.Integer(),
          text: Type.String(),
        },
        { title: 'LintFix', description: '`text` in place of `length` code points from there on.' },
      ),
    ),
  },
  { title: 'LintFinding' },
)
export const lintResult = Type.Object(
  {
    ok: Type.Boolean(),
    errors: Type.Array(finding),
    warnings: Type.Array(finding),
    stats: Type.Object(
      { claims: Type.Integer(), with_evidence: Type.Integer(), citations: Type.Integer() },
      { title: 'LintStats' },
    ),
  },
  { title: 'LintResult' },
)
export const reportOrder = Type.Object(
  {
    format: Type.Enum(['md', 'html', 'pdf', 'docx', 'zip']),
    style: Type.Optional(styleName),
    locale: Type.Optional(locale),
    cover: Type.Optional(Type.Union([Type.Literal(true), exportCover])),
    signatories: Type.Optional(exportSignatories),
    sign: Type.Optional(exportSigning),
    allow_unverified: Type.Optional(
      Type.Boolean({ description: 'Claims that rest on nothing are named in the text and on the cover.' }),
    ),
  },
  closed,
)
export const link = Type.Object(
  {
    link_id: Type.String(),
    type: Type.Enum([...linkTypes]),
    id: Type.String(),
    version: nullable(Type.Integer()),
    created_at: Type.String(),
  },
  { title: 'ResearchLink' },
)
export const newLink = Type.Object(
  { type: Type.Enum([...linkTypes]), id, version: Type.Optional(Type.Integer({ minimum: 1 })) },
  closed,
)
export const style = Type.Object(
  {
    style: Type.String(),
    title: Type.String(),
    kind: Type.Enum(['in-text', 'note', 'numeric']),
    locale: nullable(Type.String()),
    builtin: Type.Boolean(),
    created_at: nullable(Type.String()),
  },
  { title: 'CitationStyle' },
)
const citeText = Type.Optional(Type.String({ maxLength: 1000 }))
const citeItem = Type.Object(
  {
    id,
    locator: citeText,
    label: Type.Optional(Type.String({ maxLength: 40 })),
    prefix: citeText,
    suffix: citeText,
    suppress_author: Type.Optional(Type.Boolean()),
    author_only: Type.Optional(Type.Boolean()),
  },
  { ...closed, title: 'CiteItem' },
)
export const citeOrder = Type.Object(
  {
    items: Type.Optional(Type.Array(csl, { minItems: 1, maxItems: 2000, description: 'Each with an `id`.' })),
    research_project_id: Type.Optional(id),
    keys: Type.Optional(
      Type.Array(id, { minItems: 1, maxItems: 5000, description: 'Sources of the project; default all.' }),
    ),
    style: Type.Optional(styleName),
    style_xml: Type.Optional(
      Type.String({ maxLength: 524_288, description: 'A style of your own as XML, without a DTD.' }),
    ),
    locale: Type.Optional(locale),
    citations: Type.Optional(Type.Array(Type.Array(citeItem, { minItems: 1, maxItems: 100 }), { maxItems: 5000 })),
    format: Type.Optional(Type.Enum(['html', 'text', 'md'])),
  },
  closed,
)
export const cited = Type.Object(
  {
    style: Type.String(),
    locale: Type.String(),
    bibliography: Type.Object(
      {
        html: Type.String({ description: 'The processor’s own markup: `csl-bib-body`, `csl-entry`.' }),
        entries: Type.Array(Type.String()),
        ids: Type.Array(Type.String()),
      },
      { title: 'Bibliography' },
    ),
    citations: Type.Array(Type.String()),
    warnings: Type.Array(Type.String()),
  },
  { title: 'CitedWorks' },
)
