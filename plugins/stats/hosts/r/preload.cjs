'use strict'
// Runs before anything else in this process, and in R's thread of it.
const fs = require('node:fs')
const { getEnvironmentData, isMainThread } = require('node:worker_threads')

// R's file system asks Node for its constants in the old way, which the permission model refuses.
process.binding = name => {
  if (name === 'constants') return { fs: fs.constants }
  throw new Error(`There is no ${name} here.`)
}

if (!isMainThread) {
  // webR's own way of writing a file goes through one JavaScript object a byte. Here the bytes lie in memory that both threads see.
  globalThis.svcWrite = (path, length, position, total) => {
    const files = globalThis.Module.FS
    const stream = files.open(path, position === 0 ? 'w' : 'r+')
    // Grown at once: it would be copied again and again.
    if (position === 0) files.ftruncate(stream.fd, total)
    files.write(stream, new Uint8Array(getEnvironmentData('svc-exchange'), 0, length), 0, length, position)
    files.close(stream)
    return length
  }
}
