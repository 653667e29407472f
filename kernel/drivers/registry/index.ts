export { attachRegistry } from './attached-registry.ts'
export { openRegistry } from './registry-control-plane.ts'
export { registryContent, RegistryFile } from './registry-file.ts'
