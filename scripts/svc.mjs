#!/usr/bin/env node
import { enter } from './bootstrap/enter.mjs'

const args = process.argv.slice(2)
await enter(args[0] === 'start' ? args : ['svc', ...args])
