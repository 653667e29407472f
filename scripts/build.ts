import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSdkPackages } from './build/sdk-packages.ts'
import { bundleServer } from './build/bundle-server.ts'
import { startBundle } from './build/start-bundle.ts'
import { checkWebSizes } from './build/web-sizes.ts'
import { buildWebApp } from './bootstrap/web-app.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

await buildSdkPackages(root)
const folder = await bundleServer(root)
console.log(`built ${relative(root, folder)}`)
// A bundle that was never started is a guess.
await startBundle(root, folder)
const served = join(folder, 'plugins/web')
await buildWebApp(root, process.execPath, { servedFrom: [served] })
await checkWebSizes(join(served, 'app'))
