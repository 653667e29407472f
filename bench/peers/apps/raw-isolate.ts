/** The limit: isolated-vm alone. Prints the milliseconds of each new isolate, context and run as JSON. */
import ivm from 'isolated-vm'

const script = 'JSON.stringify((({ text }) => ({ text, length: text.length }))(JSON.parse(inputs)))'

async function once(): Promise<number> {
  const started = performance.now()
  const isolate = new ivm.Isolate({ memoryLimit: 64 })
  const context = await isolate.createContext()
  await context.global.set('inputs', JSON.stringify({ text: 'hello' }))
  const compiled = await isolate.compileScript(script)
  await compiled.run(context)
  const time = performance.now() - started
  isolate.dispose()
  return time
}

const times: number[] = []
for (let index = 0; index < 70; index++) times.push(await once())
process.stdout.write(JSON.stringify(times.slice(10)))
