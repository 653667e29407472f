import type { RequestOptions } from '../transport/options.ts'
import type { Request, Transport } from '../transport/transport.ts'
import { EventStream } from './stream.ts'
import type { StreamEvent, StreamSource } from './stream.ts'

type Ends<E extends StreamEvent, Final> = Pick<StreamSource<E, Final>, 'isLast' | 'stopsAtEnd' | 'cancel'>

export interface Followed<E extends StreamEvent, Final> extends Ends<E, Final> {
  /** What streams the events; asked for anew with each connection. */
  request: () => Request | Promise<Request>
  /** Only what came after the event with this id. */
  after?: string | undefined
  final(): Promise<Final>
  options?: RequestOptions | undefined
  /** False: a connection that breaks after an event is not resumed. */
  resumes?: boolean
}

/** Events of a GET, which goes on behind the last one that was read by `Last-Event-ID`. */
export function followed<E extends StreamEvent, Final = undefined>(
  transport: Transport,
  { request, after, options, resumes = true, ...ends }: Followed<E, Final>,
): EventStream<E, Final> {
  const open = async (last: string | undefined, signal: AbortSignal) =>
    transport.send({
      ...(await request()),
      options: { ...options, signal },
      accept: 'text/event-stream',
      ...(last !== undefined && { headers: { 'last-event-id': last } }),
    })
  return new EventStream<E, Final>({
    ...ends,
    open: signal => open(after, signal),
    repeatable: true,
    resume: resumes ? open : null,
    signal: options?.signal,
  })
}
