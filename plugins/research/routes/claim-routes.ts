import { Type } from 'typebox'
import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import type { Claims } from '../claims/claims.ts'
import type { NewClaim } from '../claims/claim.ts'
import { newEvidence } from '../evidence/given-evidence.ts'
import type { Verifier } from '../verify/verifier.ts'
import type { VerifyJobs } from '../verify/verify-job.ts'
import { exampleClaim, exampleNewClaim, exampleVerification } from './claim-examples.ts'
import * as schemas from './claim-schemas.ts'
import { pageOfItems, projectParams } from './schemas.ts'

const project = '/api/research/projects/:research_project_id'
const path = `${project}/claims`
const one = `${path}/:claim_id`
const answered = { description: 'The claim', schema: schemas.claim, example: exampleClaim }
const refused = {
  409: ['record_altered'],
  422: [
    'quote_not_found',
    'quote_ambiguous',
    'no_text',
    'value_differs',
    'receipt_invalid',
    'file_altered',
    'unprocessable',
  ],
}

export interface ClaimRouteOptions {
  claims: Claims
  verifier: Verifier
  jobs: VerifyJobs
}

export function claimRoutes(app: RouteRegistrar, { claims, verifier, jobs }: ClaimRouteOptions): void {
  app.route({
    method: 'GET',
    path,
    operationId: 'listResearchClaims',
    summary: 'What a project claims',
    description: 'Evidence whose record has changed elsewhere since is looked at anew first.',
    permission: 'research:read',
    params: projectParams,
    query: schemas.claimQuery,
    responses: {
      200: {
        description: 'A page of claims, the newest first',
        schema: pageOfItems(schemas.claim),
        example: { items: [exampleClaim], next_cursor: null },
      },
    },
    async handler({ principal, params: { research_project_id }, query, signal }) {
      const read = () => claims.list(principal.workspace_id, research_project_id, query)
      const ids = read().items.map(({ claim_id }) => claim_id)
      await verifier.refresh(research_project_id, { principal, signal }, ids)
      return read()
    },
  })

  app.route({
    method: 'POST',
    path,
    operationId: 'createResearchClaim',
    summary: 'Claim something',
    description:
      'Evidence is looked up first, and nothing is kept when a piece does not hold. A quote must stand in the source: 422 `quote_not_found` has ' +
      'the `nearest` passage, `quote_ambiguous` the `places`.',
    permission: 'research:write',
    params: projectParams,
    body: schemas.newClaim,
    example: { summary: 'With a quote', body: exampleNewClaim },
    responses: { 201: answered },
    errors: refused,
    longRunning: true,
    async handler(request, reply) {
      const { research_project_id } = request.params
      const made = await claims.create(research_project_id, request.body as NewClaim, {
        actor: actorOf(request),
        signal: request.signal,
      })
      const location = `${request.baseUrl}/api/research/projects/${research_project_id}/claims/${made.claim_id}`
      reply.status(201).header('location', location)
      return made
    },
  })

  app.route({
    method: 'GET',
    path: one,
    operationId: 'getResearchClaim',
    summary: 'One claim with its evidence',
    permission: 'research:read',
    params: schemas.claimParams,
    responses: { 200: answered },
    async handler({ principal, params: { research_project_id, claim_id }, signal }) {
      await verifier.refresh(research_project_id, { principal, signal }, [claim_id])
      return claims.get(principal.workspace_id, research_project_id, claim_id)
    },
  })

  app.route({
    method: 'PATCH',
    path: one,
    operationId: 'updateResearchClaim',
    summary: 'Change a claim',
    permission: 'research:write',
    params: schemas.claimParams,
    body: schemas.claimChange,
    example: { summary: 'It is an opinion', body: { kind: 'opinion' } },
    responses: { 200: answered },
    errors: { 409: ['record_altered'] },
    handler: request =>
      claims.update(actorOf(request), request.params.research_project_id, request.params.claim_id, request.body),
  })

  app.route({
    method: 'DELETE',
    path: one,
    operationId: 'deleteResearchClaim',
    summary: 'Delete a claim and its evidence',
    permission: 'research:write',
    params: schemas.claimParams,
    responses: { 204: { description: 'Gone' } },
    handler: request => claims.delete(actorOf(request), request.params.research_project_id, request.params.claim_id),
  })

  app.route({
    method: 'POST',
    path: `${one}/evidence`,
    operationId: 'addResearchEvidence',
    summary: 'Add evidence to a claim',
    permission: 'research:write',
    params: schemas.claimParams,
    body: newEvidence,
    example: { summary: 'A quote', body: exampleNewClaim.evidence[0] },
    responses: { 201: answered },
    errors: refused,
    longRunning: true,
    async handler(request, reply) {
      const { research_project_id, claim_id } = request.params
      const use = { actor: actorOf(request), signal: request.signal }
      const changed = await claims.addEvidence(research_project_id, claim_id, request.body, use)
      const location = `${request.baseUrl}/api/research/projects/${research_project_id}/claims/${claim_id}`
      reply.status(201).header('location', location)
      return changed
    },
  })

  app.route({
    method: 'DELETE',
    path: `${one}/evidence/:evidence_id`,
    operationId: 'deleteResearchEvidence',
    summary: 'Take evidence from a claim',
    permission: 'research:write',
    params: schemas.evidenceParams,
    responses: { 200: answered },
    errors: { 409: ['record_altered'] },
    handler: request => {
      const { research_project_id, claim_id, evidence_id } = request.params
      return claims.deleteEvidence(actorOf(request), research_project_id, claim_id, evidence_id)
    },
  })

  app.route({
    method: 'POST',
    path: `${project}/verify`,
    operationId: 'verifyResearchProject',
    summary: 'Verify what a project rests on',
    description:
      'Reads the kept bytes and texts again, looks for each quote at its place, asks for each figure anew, and checks the hash chain of each ' +
      'claim. No stored outcome is trusted. Figures of other domains need their scopes too: evidence that the caller may not read, or whose plugin is off, ' +
      'is `not_checked`, and counts as it was found before.',
    permission: 'research:write',
    params: projectParams,
    body: schemas.verifyBody,
    example: { summary: 'Everything', body: {} },
    idempotent: 'by-nature',
    longRunning: true,
    responses: {
      200: { description: 'What was found', schema: schemas.verification, example: exampleVerification },
      202: {
        description: 'It is verified in the background',
        schema: Type.Object({ job_id: Type.String() }),
        example: { job_id: 'job_01jzcq3m5n8v7x2k4w6y9a0b1c' },
      },
    },
    async handler({ principal, params: { research_project_id }, body: { claim_ids, mode }, signal, baseUrl }, reply) {
      if (mode === 'job') {
        const job_id = await jobs.enqueue(research_project_id, claim_ids, principal)
        reply.status(202).header('location', `${baseUrl}/api/jobs/${job_id}`)
        return { job_id }
      }
      return verifier.verify(research_project_id, { principal, signal }, claim_ids)
    },
  })
}
