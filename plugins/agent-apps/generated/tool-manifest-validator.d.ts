// Generated from schemas/tool.schema.json by npm run generate. Do not edit.
import type { SchemaError } from '@svc/plugin/library/manifests/manifest-problems'
import type { SandboxedToolManifest } from './tool-manifest.ts'

export declare const validateSandboxedToolManifest: ((value: unknown) => value is SandboxedToolManifest) & {
  errors?: SchemaError[] | null
}
