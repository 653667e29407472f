import { serveParent } from '@svc/plugin/child'
import { FitThreads } from './fit-threads.ts'
import { TrainerSession } from './session.ts'

/** The first argument says how many threads there are: none in a process that only predicts. */
export async function serveTrainer(entry: URL): Promise<void> {
  const threads = await FitThreads.start(Number(process.argv[2] ?? 0), entry)
  const session = new TrainerSession(threads)
  const peer = serveParent({ methods: session.methods() })
  session.onProgress = progress => peer.notify('progress', { ...progress })
}
