#!/usr/bin/env node
import * as modules from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { knownBuild } from './bootstrap/known-build.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const args = process.argv.slice(2)
// Hints name the way back: ./svc says it itself, npx does not.
process.env.SVC_COMMAND ||= process.env.npm_command === 'exec' ? 'npx svc' : 'svc'

// A command on a build that is known to be fresh runs in this process, which costs half of a second one. Not below npm, which stops a
// program by leaving it alone.
const isNewEnough = Number(process.versions.node.split('.')[0]) >= 24
const build = isNewEnough && args[0] !== 'start' && !process.env.npm_command ? knownBuild(root) : null
if (build === null) {
  const { enter } = await import('./bootstrap/enter.mjs')
  await enter(args[0] === 'start' ? args : ['svc', ...args])
} else {
  modules.enableCompileCache?.()
  const program = join(build, 'apps/cli/main.js')
  process.argv = [process.execPath, program, ...args]
  const folders = [dirname(process.execPath), join(root, 'node_modules', '.bin'), process.env.PATH ?? '']
  process.env.PATH = folders.join(delimiter)
  await import(pathToFileURL(program).href)
}
