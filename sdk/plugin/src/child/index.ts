export { RemoteError, RpcPeer } from './rpc-peer.ts'
export type { RpcMethod, RpcPeerOptions } from './rpc-peer.ts'
export { pipeDescriptor, serveParent } from './serve-parent.ts'
export type { ChildProgram, ChildWelcome } from './serve-parent.ts'
