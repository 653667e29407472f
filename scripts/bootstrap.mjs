// Plain JavaScript for Node >= 18 without dependencies: it runs before anything is installed.
import { enter } from './bootstrap/enter.mjs'

await enter(process.argv.slice(2))
