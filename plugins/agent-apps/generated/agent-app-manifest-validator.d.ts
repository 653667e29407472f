// Generated from schemas/agent-app.schema.json by npm run generate. Do not edit.
import type { SchemaError } from '@svc/plugin/library/manifests/manifest-problems'
import type { AgentAppManifest } from './agent-app-manifest.ts'

export declare const validateAgentAppManifest: ((value: unknown) => value is AgentAppManifest) & {
  errors?: SchemaError[] | null
}
