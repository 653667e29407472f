import { actorOf } from '@svc/plugin'
import type { AuditLog, RouteRegistrar } from '@svc/plugin'
import { Type } from 'typebox'
import type { InstanceKeys } from '../certificates/instance-keys.ts'
import type { KeptKey } from '../certificates/key-folder.ts'
import { exampleKey, signingKey } from './signing-schemas.ts'

const list = Type.Object({ items: Type.Array(signingKey) })
const published = '/.well-known/svc-signing-keys.json'

/** The public halves of the keys that this instance signs with, for everybody. */
export function keyRoutes(app: RouteRegistrar, { keys, audit }: { keys: InstanceKeys; audit: AuditLog }): void {
  const shownKeys = async () => ({ items: (await keys.list()).map(shownKey) })
  const responses = {
    200: { description: 'The keys, the newest first', schema: list, example: { items: [exampleKey] } },
  }

  app.route({
    method: 'GET',
    path: '/api/export/keys',
    operationId: 'listSigningKeys',
    summary: 'The keys that exports of this instance are signed with',
    description: `Retired keys stay listed, because what they signed stays valid. Also at \`${published}\`, where \`svc export verify --url\` looks.`,
    permission: 'public',
    responses,
    handler: shownKeys,
  })

  app.route({
    method: 'GET',
    path: published,
    operationId: 'getPublishedSigningKeys',
    summary: 'The keys of this instance, at the place where others look for them',
    internal: true,
    permission: 'public',
    responses,
    handler: shownKeys,
  })

  app.route({
    method: 'POST',
    path: '/api/export/keys/rotate',
    operationId: 'rotateSigningKey',
    summary: 'Sign manifests with a new key from now on',
    description: 'The old key is retired: what it signed stays valid, and its private half is deleted.',
    permission: { role: 'owner', scope: 'export:write' },
    idempotent: false,
    responses: { 201: { description: 'The new key', schema: signingKey, example: exampleKey } },
    async handler(request, reply) {
      const key = await keys.rotate()
      const { ip, request_id, ...principal } = actorOf(request)
      await audit.append({
        principal,
        action: 'export.key.rotated',
        target: key.key_id,
        ip: ip ?? null,
        request_id: request_id ?? null,
      })
      reply.status(201).header('location', `${request.baseUrl}/api/export/keys`)
      return shownKey(key)
    },
  })
}

function shownKey({ certificate_pem: pem, sealed_key: sealed, ...key }: KeptKey) {
  const { key_id, kind, public_key, fingerprint_sha256, created_at, retired_at } = key
  const active = retired_at === null && sealed !== null
  return {
    key_id,
    kind,
    public_key,
    ...(pem !== null && { certificate_pem: pem }),
    fingerprint_sha256,
    active,
    created_at,
    retired_at,
  }
}
