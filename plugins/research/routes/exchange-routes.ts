import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { actorOf, anyType } from '@svc/plugin'
import type { JsonObject, RouteRegistrar } from '@svc/plugin'
import { claimKinds } from '../claims/claim.ts'
import { evidenceTypes, relations } from '../evidence/evidence.ts'
import type { ResearchBundle } from '../exchange/bundle.ts'
import type { ProjectExports } from '../exchange/project-exports.ts'
import type { ProjectImports } from '../exchange/project-imports.ts'
import { linkTypes } from '../links/links.ts'
import { closed, nullable, projectParams } from './schemas.ts'

const text = (most: number) => Type.String({ maxLength: most })
const tags = Type.Array(text(100), { maxItems: 50 })
const object = Type.Unsafe<JsonObject>(Type.Object({}, { additionalProperties: true }))
const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$', description: '64 digits of hexadecimal.' })
const snapshot = Type.Object(
  {
    sha256,
    content_type: text(200),
    url: nullable(text(4000)),
    final_url: nullable(text(4000)),
    fetched_at: text(40),
    content: Type.String({ description: 'Base64.' }),
    text: nullable(Type.String()),
    text_sha256: nullable(sha256),
    extractor: nullable(Type.Object({ name: text(100), version: text(100) }, closed)),
  },
  { ...closed, title: 'BundledSnapshot' },
)
const source = Type.Object(
  {
    key: text(100),
    kind: Type.Enum(['file', 'url', 'reference', 'text']),
    csl: object,
    tags,
    snapshot: nullable(snapshot),
  },
  { ...closed, title: 'BundledSource' },
)
const evidence = Type.Object(
  {
    evidence_id: text(200),
    type: Type.Enum([...evidenceTypes]),
    relation: Type.Enum([...relations]),
    note: nullable(text(5000)),
    source_key: Type.Optional(text(100)),
    body: object,
  },
  { ...closed, title: 'BundledEvidence' },
)
const claim = Type.Object(
  {
    claim_id: text(200),
    text: Type.String({ minLength: 1, maxLength: 5000 }),
    kind: Type.Enum([...claimKinds]),
    tags,
    evidence: Type.Array(evidence, { maxItems: 50 }),
  },
  { ...closed, title: 'BundledClaim' },
)
const report = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 300 }),
    body: text(5_242_880),
    style: nullable(text(100)),
    locale: nullable(text(10)),
    authors: Type.Array(text(200), { maxItems: 100 }),
  },
  { ...closed, title: 'BundledReport' },
)
const bundle = Type.Object(
  {
    svc_research: Type.Literal(1),
    project: Type.Object(
      {
        title: Type.String({ minLength: 1, maxLength: 300 }),
        question: nullable(text(5000)),
        description: nullable(text(20_000)),
        tags,
        style: text(100),
        locale: Type.Enum(['en-US', 'de-DE', 'fr-FR', 'es-ES', 'nl-NL']),
      },
      { ...closed, title: 'BundledProject' },
    ),
    sources: Type.Array(source, { maxItems: 10_000 }),
    claims: Type.Array(claim, { maxItems: 10_000 }),
    links: Type.Array(
      Type.Object(
        { type: Type.Enum([...linkTypes]), id: text(200), version: nullable(Type.Integer({ minimum: 1 })) },
        { ...closed, title: 'BundledLink' },
      ),
      { maxItems: 5000 },
    ),
    reports: Type.Array(report, { maxItems: 1000 }),
  },
  { ...closed, title: 'ResearchBundle', description: 'As `POST …/export` with `{"format": "json"}` gives it.' },
)
const count = Type.Integer()
const outcome = Type.Object(
  {
    research_project_id: Type.String(),
    imported: Type.Object(
      { sources: count, claims: count, evidence: count, links: count, reports: count },
      { title: 'ImportedRecords' },
    ),
    problems: Type.Array(
      Type.Object(
        {
          code: Type.String(),
          message: Type.String(),
          source_key: Type.Optional(Type.String()),
          claim: Type.Optional(Type.String()),
        },
        { title: 'ImportProblem' },
      ),
      { description: 'What no longer holds, or could not be kept.' },
    ),
  },
  { title: 'ResearchImport' },
)
const exampleBundle = {
  svc_research: 1 as const,
  project: { title: 'Sleep', question: null, description: null, tags: [], style: 'apa', locale: 'en-US' as const },
  sources: [],
  claims: [],
  links: [],
  reports: [],
}
// 64 MiB of snapshots in base64, and their texts.
const bodyLimit = 200 * 1024 * 1024

export function exchangeRoutes(
  app: RouteRegistrar,
  { exports, imports }: { exports: ProjectExports; imports: ProjectImports },
): void {
  app.route({
    method: 'POST',
    path: '/api/research/projects/:research_project_id/export',
    operationId: 'exportResearchProject',
    summary: 'A project for other programs',
    description:
      '`bibtex`, `ris`, `csl`: its references. `vault`: a ZIP of Markdown notes that link to each other, with a bibliography and a canvas. ' +
      '`json`: the whole, for `POST /api/research/import` in another home.',
    permission: 'research:read',
    params: projectParams,
    body: Type.Object({ format: Type.Enum(['bibtex', 'csl', 'ris', 'vault', 'json']) }, closed),
    example: { summary: 'References', body: { format: 'bibtex' } },
    responses: { 200: { description: 'The file', contentType: anyType, example: '@article{lovelace2024naps,\n}\n' } },
    errors: { 413: ['payload_too_large'] },
    idempotent: false,
    longRunning: true,
    async handler({ principal, params, body, signal }, reply) {
      const file = await exports.export(params.research_project_id, body.format, { principal, signal })
      const content = Buffer.from(file.content as string)
      reply
        .header('content-length', String(content.length))
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
        .header('x-content-type-options', 'nosniff')
      return reply.stream(Readable.from([content]), file.content_type)
    },
  })

  app.route({
    method: 'POST',
    path: '/api/research/import',
    operationId: 'importResearchProject',
    summary: 'Take a project from another home',
    description:
      'Bytes are hashed again and every piece of evidence is looked up anew. What no longer holds is in `problems` and left out; the rest is kept.',
    permission: 'research:write',
    body: bundle,
    bodyLimit,
    jsonMembers: 2_000_000,
    example: { summary: 'An empty project', body: exampleBundle },
    responses: {
      201: {
        description: 'What was kept',
        schema: outcome,
        example: {
          research_project_id: 'rp_01jzcq3m5n8v7x2k4w6y9a0b1c',
          imported: { sources: 3, claims: 2, evidence: 2, links: 0, reports: 1 },
          problems: [{ code: 'note_changed', message: 'The note was changed.', claim: 'We nap.' }],
        },
      },
    },
    errors: { 413: ['payload_too_large'] },
    longRunning: true,
    async handler(request, reply) {
      const made = await imports.import(request.body as ResearchBundle, {
        actor: actorOf(request),
        signal: request.signal,
      })
      reply.status(201).header('location', `${request.baseUrl}/api/research/projects/${made.research_project_id}`)
      return made
    },
  })
}
