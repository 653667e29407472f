import type { WorkerServer } from '@svc/plugin/contracts/worker-link'
import { LinkClient } from './link-client.ts'
import type { ServerLink } from './link-client.ts'
import { RemoteJobSource } from './remote-job-source.ts'
import { RemoteJobStore } from './remote-job-store.ts'
import { LinkNotes } from './link-notes.ts'

/** The server behind a link. `onMismatch`: it is of another version by now, so that nothing of this worker is wanted any more. */
export function linkedServer(link: ServerLink, onMismatch: (error: Error) => void): WorkerServer {
  const client = new LinkClient(link, onMismatch)
  return {
    name: link.name,
    hello: () => client.get('/hello'),
    queue: (worker, { clock, log, signal }) => ({
      store: new RemoteJobStore(client),
      source: new RemoteJobSource({ client, worker, clock, log, signal }),
    }),
    notes: ({ clock, log }) => new LinkNotes(client, { clock, log }),
  }
}
