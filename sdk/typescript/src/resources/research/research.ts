import type { Call } from '../../core/call.ts'
import type { Answer, Body, Item, ListQuery, Query } from '../../core/operations.ts'
import type { RequestOptions } from '../../core/transport/options.ts'
import type { Pages } from '../../core/page.ts'
import { Resource } from '../../core/resource.ts'
import type { Transport } from '../../core/transport/transport.ts'

const projects = '/api/research/projects'
const oneProject = `${projects}/{research_project_id}`
const sources = `${oneProject}/sources`
const oneSource = `${sources}/{source_id}`
const claims = `${oneProject}/claims`
const oneClaim = `${claims}/{claim_id}`
const links = `${oneProject}/links`
const reports = `${oneProject}/reports`
const oneReport = `${reports}/{report_id}`
const styles = '/api/research/styles'

class Projects extends Resource {
  list(query?: ListQuery<'listResearchProjects'>, options?: RequestOptions): Pages<Item<'listResearchProjects'>> {
    return this.pages<'listResearchProjects'>(projects, { query, options })
  }

  create(body: Body<'createResearchProject'>, options?: RequestOptions): Call<Answer<'createResearchProject'>> {
    return this.ask<'createResearchProject'>('POST', projects, { body, options })
  }

  get(research_project_id: string, options?: RequestOptions): Call<Answer<'getResearchProject'>> {
    return this.ask<'getResearchProject'>('GET', oneProject, { path: { research_project_id }, options })
  }

  update(
    research_project_id: string,
    body: Body<'updateResearchProject'>,
    options?: RequestOptions,
  ): Call<Answer<'updateResearchProject'>> {
    return this.ask<'updateResearchProject'>('PATCH', oneProject, { path: { research_project_id }, body, options })
  }

  /** With everything in it; `confirm` is its title. */
  delete(research_project_id: string, body: Body<'deleteResearchProject'>, options?: RequestOptions): Call<void> {
    return this.done('DELETE', oneProject, { path: { research_project_id }, body, options })
  }
}

class Sources extends Resource {
  list(
    research_project_id: string,
    query?: ListQuery<'listResearchSources'>,
    options?: RequestOptions,
  ): Pages<Item<'listResearchSources'>> {
    return this.pages<'listResearchSources'>(sources, { path: { research_project_id }, query, options })
  }

  /** A file, an address, a DOI, BibTeX, RIS, CSL-JSON or text. */
  add(
    research_project_id: string,
    body: Body<'addResearchSource'>,
    options?: RequestOptions,
  ): Call<Answer<'addResearchSource'>> {
    return this.ask<'addResearchSource'>('POST', sources, { path: { research_project_id }, body, options })
  }

  get(research_project_id: string, source_id: string, options?: RequestOptions): Call<Answer<'getResearchSource'>> {
    return this.ask<'getResearchSource'>('GET', oneSource, { path: { research_project_id, source_id }, options })
  }

  update(
    research_project_id: string,
    source_id: string,
    body: Body<'updateResearchSource'>,
    options?: RequestOptions,
  ): Call<Answer<'updateResearchSource'>> {
    return this.ask<'updateResearchSource'>('PATCH', oneSource, {
      path: { research_project_id, source_id },
      body,
      options,
    })
  }

  delete(research_project_id: string, source_id: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', oneSource, { path: { research_project_id, source_id }, options })
  }

  /** Part of its text, by places in code points. */
  text(
    research_project_id: string,
    source_id: string,
    query?: Query<'readResearchSource'>,
    options?: RequestOptions,
  ): Call<Answer<'readResearchSource'>> {
    const path = { research_project_id, source_id }
    return this.ask<'readResearchSource'>('GET', `${oneSource}/text`, { path, query, options })
  }

  /** The bytes that were kept. */
  download(research_project_id: string, source_id: string, options?: RequestOptions): Call<Uint8Array> {
    return this.bytes('GET', `${oneSource}/content`, { path: { research_project_id, source_id }, options })
  }

  /** Fetches an address again; what was kept before stays. */
  refresh(
    research_project_id: string,
    source_id: string,
    options?: RequestOptions,
  ): Call<Answer<'refreshResearchSource'>> {
    const path = { research_project_id, source_id }
    return this.ask<'refreshResearchSource'>('POST', `${oneSource}/refresh`, { path, options })
  }
}

class Claims extends Resource {
  list(
    research_project_id: string,
    query?: ListQuery<'listResearchClaims'>,
    options?: RequestOptions,
  ): Pages<Item<'listResearchClaims'>> {
    return this.pages<'listResearchClaims'>(claims, { path: { research_project_id }, query, options })
  }

  /** Its evidence is looked up first: a quote that is not in its source is refused with the nearest passage. */
  create(
    research_project_id: string,
    body: Body<'createResearchClaim'>,
    options?: RequestOptions,
  ): Call<Answer<'createResearchClaim'>> {
    return this.ask<'createResearchClaim'>('POST', claims, { path: { research_project_id }, body, options })
  }

  get(research_project_id: string, claim_id: string, options?: RequestOptions): Call<Answer<'getResearchClaim'>> {
    return this.ask<'getResearchClaim'>('GET', oneClaim, { path: { research_project_id, claim_id }, options })
  }

  update(
    research_project_id: string,
    claim_id: string,
    body: Body<'updateResearchClaim'>,
    options?: RequestOptions,
  ): Call<Answer<'updateResearchClaim'>> {
    return this.ask<'updateResearchClaim'>('PATCH', oneClaim, {
      path: { research_project_id, claim_id },
      body,
      options,
    })
  }

  delete(research_project_id: string, claim_id: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', oneClaim, { path: { research_project_id, claim_id }, options })
  }

  addEvidence(
    research_project_id: string,
    claim_id: string,
    body: Body<'addResearchEvidence'>,
    options?: RequestOptions,
  ): Call<Answer<'addResearchEvidence'>> {
    return this.ask<'addResearchEvidence'>('POST', `${oneClaim}/evidence`, {
      path: { research_project_id, claim_id },
      body,
      options,
    })
  }

  deleteEvidence(
    research_project_id: string,
    claim_id: string,
    evidence_id: string,
    options?: RequestOptions,
  ): Call<Answer<'deleteResearchEvidence'>> {
    return this.ask<'deleteResearchEvidence'>('DELETE', `${oneClaim}/evidence/{evidence_id}`, {
      path: { research_project_id, claim_id, evidence_id },
      options,
    })
  }
}

class Links extends Resource {
  list(research_project_id: string, options?: RequestOptions): Call<Answer<'listResearchLinks'>> {
    return this.ask<'listResearchLinks'>('GET', links, { path: { research_project_id }, options })
  }

  add(
    research_project_id: string,
    body: Body<'addResearchLink'>,
    options?: RequestOptions,
  ): Call<Answer<'addResearchLink'>> {
    return this.ask<'addResearchLink'>('POST', links, { path: { research_project_id }, body, options })
  }

  delete(research_project_id: string, link_id: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', `${links}/{link_id}`, { path: { research_project_id, link_id }, options })
  }
}

class Reports extends Resource {
  list(
    research_project_id: string,
    query?: ListQuery<'listResearchReports'>,
    options?: RequestOptions,
  ): Pages<Item<'listResearchReports'>> {
    return this.pages<'listResearchReports'>(reports, { path: { research_project_id }, query, options })
  }

  create(
    research_project_id: string,
    body: Body<'createResearchReport'>,
    options?: RequestOptions,
  ): Call<Answer<'createResearchReport'>> {
    return this.ask<'createResearchReport'>('POST', reports, { path: { research_project_id }, body, options })
  }

  get(
    research_project_id: string,
    report_id: string,
    query?: Query<'getResearchReport'>,
    options?: RequestOptions,
  ): Call<Answer<'getResearchReport'>> {
    return this.ask<'getResearchReport'>('GET', oneReport, { path: { research_project_id, report_id }, query, options })
  }

  /** Makes a version. @throws PreconditionFailedError when the report has changed since the ETag `ifMatch` was read */
  update(
    research_project_id: string,
    report_id: string,
    body: Body<'replaceResearchReport'>,
    { ifMatch }: { ifMatch?: string } = {},
    options?: RequestOptions,
  ): Call<Answer<'replaceResearchReport'>> {
    const headers: Record<string, string> = ifMatch === undefined ? {} : { 'if-match': ifMatch }
    const path = { research_project_id, report_id }
    return this.ask<'replaceResearchReport'>('PUT', oneReport, { path, body, headers, options })
  }

  delete(research_project_id: string, report_id: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', oneReport, { path: { research_project_id, report_id }, options })
  }

  versions(
    research_project_id: string,
    report_id: string,
    options?: RequestOptions,
  ): Call<Answer<'listResearchReportVersions'>> {
    return this.ask<'listResearchReportVersions'>('GET', `${oneReport}/versions`, {
      path: { research_project_id, report_id },
      options,
    })
  }

  lint(research_project_id: string, report_id: string, options?: RequestOptions): Call<Answer<'lintResearchReport'>> {
    return this.ask<'lintResearchReport'>('POST', `${oneReport}/lint`, {
      path: { research_project_id, report_id },
      options,
    })
  }

  /** A document; with errors of lint it is refused, and `extra` of the error has them. */
  export(
    research_project_id: string,
    report_id: string,
    body: Body<'exportResearchReport'>,
    options?: RequestOptions,
  ): Call<Uint8Array> {
    return this.bytes('POST', `${oneReport}/export`, { path: { research_project_id, report_id }, body, options })
  }
}

class Styles extends Resource {
  list(options?: RequestOptions): Call<Answer<'listCitationStyles'>> {
    return this.ask<'listCitationStyles'>('GET', styles, { options })
  }

  delete(style: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', `${styles}/{style}`, { path: { style }, options })
  }
}

/** Projects in which claims rest on quotes and figures, and reports cite both. */
export class Research extends Resource {
  readonly projects: Projects
  readonly sources: Sources
  readonly claims: Claims
  readonly links: Links
  readonly reports: Reports
  readonly styles: Styles

  constructor(transport: Transport) {
    super(transport)
    this.projects = new Projects(transport)
    this.sources = new Sources(transport)
    this.claims = new Claims(transport)
    this.links = new Links(transport)
    this.reports = new Reports(transport)
    this.styles = new Styles(transport)
  }

  /** Reads bytes, texts, quotes and figures anew. With `mode: "job"` in the background. */
  verify(
    research_project_id: string,
    body: Body<'verifyResearchProject'> = {},
    options?: RequestOptions,
  ): Call<Answer<'verifyResearchProject'>> {
    return this.ask<'verifyResearchProject'>('POST', `${oneProject}/verify`, {
      path: { research_project_id },
      body,
      options,
    })
  }

  /** Its references, a vault of linked notes, or the whole as JSON. */
  export(research_project_id: string, body: Body<'exportResearchProject'>, options?: RequestOptions): Call<Uint8Array> {
    return this.bytes('POST', `${oneProject}/export`, { path: { research_project_id }, body, options })
  }

  /** Takes a project that another home exported as JSON; what no longer holds is among its problems. */
  import(body: Body<'importResearchProject'>, options?: RequestOptions): Call<Answer<'importResearchProject'>> {
    return this.ask<'importResearchProject'>('POST', '/api/research/import', { body, options })
  }

  /** What rests on what: reports, claims, quotes, snapshots, versions of datasets. */
  lineage(
    research_project_id: string,
    query?: Query<'getResearchLineage'>,
    options?: RequestOptions,
  ): Call<Answer<'getResearchLineage'>> {
    return this.ask<'getResearchLineage'>('GET', `${oneProject}/lineage`, {
      path: { research_project_id },
      query,
      options,
    })
  }

  /** Citations and a bibliography by CSL, of given works or of a project's sources. */
  cite(body: Body<'citeWorks'>, options?: RequestOptions): Call<Answer<'citeWorks'>> {
    return this.ask<'citeWorks'>('POST', '/api/research/cite', { body, options })
  }
}
