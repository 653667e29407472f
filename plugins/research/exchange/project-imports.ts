import { hash } from 'node:crypto'
import { Check } from 'typebox/value'
import { messageOf, SvcError, UnavailableError, UnprocessableError } from '@svc/plugin'
import type { Actor, Clock, JsonObject } from '@svc/plugin'
import type { Claims, ClaimUse } from '../claims/claims.ts'
import type { AllEvidence } from '../evidence/all-evidence.ts'
import type { GivenEvidence } from '../evidence/evidence.ts'
import { fieldsOfType, newEvidence } from '../evidence/given-evidence.ts'
import type { Links } from '../links/links.ts'
import type { NewProject, Project } from '../projects/project.ts'
import type { Projects } from '../projects/projects.ts'
import { codePointCount } from '../quotes/code-points.ts'
import type { Reports } from '../reports/reports.ts'
import { checkedCsl } from '../sources/csl-item.ts'
import type { CslItem } from '../sources/csl-item.ts'
import type { ArrivingFiles, SnapshotFiles } from '../sources/snapshot-files.ts'
import { textColumns } from '../sources/source-intake.ts'
import type { ReadSource } from '../sources/source-intake.ts'
import { referenceHash } from '../sources/source-keys.ts'
import type { Sources } from '../sources/sources.ts'
import type { BundledClaim, BundledSource, ImportOutcome, ImportProblem, ResearchBundle } from './bundle.ts'

export interface ProjectImportsOptions {
  projects: Projects
  sources: Sources
  claims: Claims
  links: Links
  reports: Reports
  evidence: AllEvidence
  files: SnapshotFiles
  clock: Clock
}

interface Importing {
  projectId: string
  actor: Actor
  signal: AbortSignal
  problems: ImportProblem[]
}

type Ids = Map<string, string>

/** Takes a project from another home. Bytes are hashed again and every piece of evidence is looked up anew; what no longer holds is said, and left out. */
export class ProjectImports {
  readonly #options: ProjectImportsOptions

  constructor(options: ProjectImportsOptions) {
    this.#options = options
  }

  /** @throws ValidationError, UnprocessableError */
  async import(
    bundle: ResearchBundle,
    { actor, signal }: { actor: Actor; signal: AbortSignal },
  ): Promise<ImportOutcome> {
    const { projects } = this.#options
    const problems: ImportProblem[] = []
    const project = projects.create(actor, await this.#project(bundle, actor, problems))
    const { research_project_id: projectId } = project
    try {
      const imported = await this.#contents(bundle, { projectId, actor, signal, problems })
      return { research_project_id: projectId, imported, problems }
    } catch (error) {
      await this.#takeBack(project, actor, error)
      throw error
    }
  }

  /** @throws SvcError that names the project where it cannot be deleted, as what ended the import may prevent that too */
  async #takeBack({ research_project_id, title }: Project, actor: Actor, error: unknown): Promise<void> {
    try {
      await this.#options.projects.delete(actor, research_project_id, title)
    } catch (reason) {
      const isNamed = error instanceof SvcError && error.status !== 500
      const { status, code, message } = isNamed ? error : new UnavailableError('The import broke off.')
      const path = `/api/research/projects/${research_project_id}`
      const remedy = `What was imported of the project is left and could not be deleted. Delete it before you import again: DELETE ${path} {"confirm": ${JSON.stringify(title)}}.`
      throw new SvcError(status, code, `${message} ${remedy}`, {
        // Not as causes: where the disk is full, the answer would say that alone.
        fields: { reason: messageOf(reason), import_reason: messageOf(error) },
        extra: { research_project_id },
      })
    }
  }

  async #contents(bundle: ResearchBundle, importing: Importing): Promise<ImportOutcome['imported']> {
    const sourceIds: Ids = new Map()
    for (const source of bundle.sources)
      await this.#kept(importing, { source_key: source.key }, async () => {
        sourceIds.set(source.key, await this.#source(source, importing))
      })
    const ids: Ids = new Map()
    let evidence = 0
    for (const claim of bundle.claims) evidence += await this.#claim(claim, sourceIds, ids, importing)
    const links = await this.#links(bundle, importing)
    const reports = await this.#reports(bundle, ids, importing)
    const claims = bundle.claims.filter(({ claim_id }) => ids.has(claim_id)).length
    return { sources: sourceIds.size, claims, evidence, links, reports }
  }

  /** In the style of the instance where it lacks the project's. */
  async #project({ project }: ResearchBundle, actor: Actor, problems: ImportProblem[]): Promise<NewProject> {
    if (this.#options.projects.knowsStyle(actor.workspace_id, project.style)) return project
    problems.push({
      code: 'style_unknown',
      message: `The citation style ${project.style} is not in this workspace; the project cites in apa.`,
    })
    return { ...project, style: 'apa' }
  }

  async #source(source: BundledSource, { projectId, actor, problems }: Importing): Promise<string> {
    const faults: { path: string; message: string }[] = []
    const csl = checkedCsl(source.csl, '/csl', faults)
    for (const { path, message } of faults)
      problems.push({ code: 'csl_invalid', message: `${path} ${message}; it was left out.`, source_key: source.key })
    const { files, sources } = this.#options
    return files.arriving(actor.workspace_id, async arriving => {
      const item = readSource(source, csl, await this.#snapshot(source, arriving, problems))
      const given = { key: source.key, tags: source.tags }
      const [added] = await sources.addRead(projectId, [item], given, { actor, arriving })
      return added!.source_id
    })
  }

  /** Null for a reference, and where the bytes or the text are not those of the hash beside them. */
  async #snapshot({ key, snapshot }: BundledSource, arriving: ArrivingFiles, problems: ImportProblem[]) {
    if (snapshot === null) return null
    const { clock } = this.#options
    const bytes = Buffer.from(snapshot.content, 'base64')
    const isSound = hash('sha256', bytes) === snapshot.sha256
    if (!isSound) {
      const message = `The bytes of ${key} have another SHA-256 than the file says: only the reference is kept.`
      problems.push({ code: 'source_altered', message, source_key: key })
      return null
    }
    const kept = await arriving.keep([bytes])
    const { text, text_sha256 } = snapshot
    const hasText = text !== null && hash('sha256', text) === text_sha256
    if (text !== null && !hasText) {
      const message = `The text of ${key} has another SHA-256 than the file says: nothing of it can be quoted.`
      problems.push({ code: 'text_altered', message, source_key: key })
    }
    const extractor = snapshot.extractor ?? { name: 'svc-text', version: '1' }
    const read = hasText ? await arriving.keepText(text) : null
    const pages = hasText && text.includes('\f') ? { pages: text.split('\f').length } : {}
    return {
      ...kept,
      content_type: snapshot.content_type,
      file_id: null,
      url: snapshot.url,
      final_url: snapshot.final_url,
      fetched_at: Date.parse(snapshot.fetched_at) || clock.now(),
      ...textColumns(
        read === null
          ? null
          : { text: { sha256: read.sha256, chars: codePointCount(text ?? ''), ...pages, extractor }, size: read.size },
      ),
    }
  }

  /** How much evidence still holds. */
  async #claim(claim: BundledClaim, sourceIds: Ids, ids: Ids, importing: Importing): Promise<number> {
    const { claims, evidence: kinds } = this.#options
    const { projectId, actor, signal } = importing
    const given: { evidence_id: string; evidence: GivenEvidence }[] = []
    for (const each of claim.evidence)
      await this.#kept(importing, { claim: claim.text }, async () => {
        const evidence = givenAgain(each, sourceIds)
        if (!isSound(evidence))
          throw new UnprocessableError(
            'evidence_invalid',
            `The evidence ${each.evidence_id} is none of the type ${each.type}.`,
          )
        const { body } = await kinds.of(each.type).resolve(evidence, { projectId, principal: actor, signal })
        assertSame(each.body, body)
        given.push({ evidence_id: each.evidence_id, evidence })
      })
    const use: ClaimUse = { actor, signal }
    const { text, kind, tags } = claim
    await this.#kept(importing, { claim: text }, async () => {
      const evidence = given.map(each => each.evidence)
      const made = await claims.create(projectId, { text, kind, tags, evidence }, use)
      ids.set(claim.claim_id, made.claim_id)
      for (const [index, { evidence_id }] of given.entries()) ids.set(evidence_id, made.evidence[index]!.evidence_id)
    })
    return given.length
  }

  async #links({ links }: ResearchBundle, importing: Importing): Promise<number> {
    const { projectId, actor, signal } = importing
    let count = 0
    for (const { type, id, version } of links)
      await this.#kept(importing, {}, async () => {
        await this.#options.links.add(projectId, { type, id, ...(version !== null && { version }) }, { actor, signal })
        count += 1
      })
    return count
  }

  async #reports({ reports }: ResearchBundle, ids: Ids, importing: Importing): Promise<number> {
    const { projectId, actor, signal } = importing
    let count = 0
    // The oldest first, so that the list stays in its order.
    for (const report of reports.toReversed())
      await this.#kept(importing, {}, async () => {
        const body = report.body.replaceAll(/\b(?:clm|evd)_[0-9a-z]+/g, id => ids.get(id) ?? id)
        await this.#options.reports.create(projectId, { ...report, body }, { actor, signal })
        count += 1
      })
    return count
  }

  /** What is refused is named, and the import goes on. */
  async #kept(
    { signal, problems }: Importing,
    about: Pick<ImportProblem, 'source_key' | 'claim'>,
    keep: () => Promise<void>,
  ): Promise<void> {
    signal.throwIfAborted()
    try {
      await keep()
    } catch (error) {
      signal.throwIfAborted()
      // Unavailable is what a plugin has that is off.
      const isNamed = error instanceof SvcError && (error.status < 500 || error instanceof UnavailableError)
      if (!isNamed) throw error
      problems.push({ code: error.code, message: error.message, ...about })
    }
  }
}

function readSource({ kind }: BundledSource, csl: CslItem, snapshot: ReadSource['snapshot']): ReadSource {
  if (snapshot === null) return { kind: 'reference', key: null, csl, content_sha256: referenceHash(csl), snapshot }
  return { kind, key: null, csl, content_sha256: snapshot.sha256, snapshot }
}

/** Evidence as somebody would give it who has only what was kept of it. */
function givenAgain(
  { type, relation, note, source_key, body }: BundledClaim['evidence'][number],
  sourceIds: Ids,
): GivenEvidence {
  const common = { type, relation, ...(note !== null && { note }) }
  if (type !== 'quote') return fieldsOfType({ ...body, ...common })
  const { quote = '', selector } = body as { quote?: string; selector?: { start: number } }
  const start = selector?.start
  return { ...common, source_id: sourceIds.get(source_key ?? '') ?? '', quote, ...(start !== undefined && { start }) }
}

/** A figure may have been null when it was kept, which nobody gives by hand. */
function isSound({ value, ...rest }: GivenEvidence): boolean {
  return Check(newEvidence, value === undefined || value === null ? rest : { ...rest, value })
}

/** @throws SvcError where the record of this home has other bytes */
function assertSame(was: JsonObject, is: JsonObject): void {
  if (was['sha256'] === undefined || was['sha256'] === is['sha256']) return
  throw new SvcError(422, 'dataset_altered', 'The record of that id has other bytes in this workspace.')
}
