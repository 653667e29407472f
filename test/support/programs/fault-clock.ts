// Preloaded into a server or a worker (`node --import …`): its clock jumps by the milliseconds that stand in the file
// `FAULT_CLOCK` whenever the process gets SIGUSR2; with `FAULT_CLOCK_AT_START` from its beginning, too.
import { readFileSync } from 'node:fs'

const RealDate = Date
let offset = 0

class JumpingDate extends RealDate {
  constructor(...args: unknown[]) {
    if (args.length === 0) super(RealDate.now() + offset)
    else super(...(args as [number]))
  }

  static override now(): number {
    return RealDate.now() + offset
  }
}

const file = process.env['FAULT_CLOCK']
if (file !== undefined) {
  globalThis.Date = JumpingDate as DateConstructor
  const read = (): void => void (offset = Number(readFileSync(file, 'utf8')))
  process.on('SIGUSR2', read)
  if (process.env['FAULT_CLOCK_AT_START'] !== undefined) read()
}
