import { fileURLToPath } from 'node:url'
import { packSdk } from './build/pack-sdk.ts'

console.log(`packed the SDKs into ${await packSdk(fileURLToPath(new URL('..', import.meta.url)))}`)
