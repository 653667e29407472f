import { registerHooks } from 'node:module'

/** Prints, a line each, the files that a server loads until it has answered a request. */
registerHooks({
  load(url, context, next) {
    process.stdout.write(`${url}\n`)
    return next(url, context)
  },
})
const { startTestKernel } = await import('../rooms/kernel.ts')
const kernel = await startTestKernel({ plugins: ['workspace'] })
const { status } = await kernel.request('POST', '/api/workspace/notes', { body: { title: 'one', body: '' } })
process.stdout.write(`answered ${status}\n`)
await kernel.stop()
