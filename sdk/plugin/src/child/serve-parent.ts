import { Socket } from 'node:net'
import type { JsonValue } from '../json-schema.ts'
import { RpcPeer } from './rpc-peer.ts'
import type { RpcMethod } from './rpc-peer.ts'

/** The file descriptor of the one pipe between a child program and the server. */
export const pipeDescriptor = 3

/** The first message of the server to a child. */
export interface ChildWelcome {
  /** The uid and gid to become before the first request, when the server is root. */
  uid: number | null
}

export interface ChildProgram {
  methods: Record<string, RpcMethod>
  onNotify?: (method: string, params: JsonValue) => void
}

/**
 * The frame of every child program: takes the welcome, gives up root, then answers the server until the pipe closes, and ends with it.
 * `main.ts` imports all it needs before it calls this: afterwards its own files may be out of reach.
 */
export function serveParent(program: ChildProgram): RpcPeer {
  const peer: RpcPeer = new RpcPeer({
    stream: new Socket({ fd: pipeDescriptor, readable: true, writable: true }),
    methods: {
      ...program.methods,
      welcome: (welcome: ChildWelcome) => {
        takeWelcome(welcome)
        return null
      },
    },
    onNotify: (method, params) => program.onNotify?.(method, params),
    // Standard error reaches the server's log when the child ends, and nobody else.
    onMethodError: (method, error) => console.error(method, error),
    // At once: an orderly exit would wait for threads that may never come back.
    onEnd: () => process.kill(process.pid, 'SIGKILL'),
  })
  return peer
}

function takeWelcome({ uid }: ChildWelcome): void {
  if (uid === null) return
  process.setgroups?.([])
  process.setgid?.(uid)
  process.setuid?.(uid)
}
