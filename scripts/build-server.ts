import { fileURLToPath } from 'node:url'
import { bundleServer } from './build/bundle-server.ts'

await bundleServer(fileURLToPath(new URL('..', import.meta.url)))
