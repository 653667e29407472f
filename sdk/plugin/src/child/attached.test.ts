import { duplexPair } from 'node:stream'
import { expect, it } from 'vitest'
import type { JsonObject } from '../json-schema.ts'
import { Attached, RpcPeer } from './rpc-peer.ts'

it('carries raw bytes with a request and with its answer, between frames that bring none', async () => {
  const [here, there] = duplexPair()
  const onEnd = (): void => undefined
  const asking = new RpcPeer({ stream: here, onEnd })
  const answering = new RpcPeer({
    stream: there,
    onEnd,
    methods: {
      turn: (params: JsonObject, bytes) => new Attached(params, Buffer.from(bytes ?? []).reverse()),
      plain: (params, bytes) => [params, bytes === null],
    },
  })
  const bytes = Buffer.from([10, 35, 0, 255, 10])
  const answers = await Promise.all([
    asking.request('plain', 1),
    asking.requestBytes('turn', { a: 'b' }, undefined, bytes),
    asking.requestBytes('plain', 2),
    asking.requestBytes('turn', null, undefined, new Uint8Array(0)),
  ])
  expect(answers).toEqual([
    [1, true],
    { value: { a: 'b' }, bytes: Buffer.from([10, 255, 0, 35, 10]) },
    { value: [2, true], bytes: null },
    { value: null, bytes: Buffer.alloc(0) },
  ])
  asking.end('done')
  answering.end('done')
})

it('goes on when a notice cannot be taken, and reports why', async () => {
  const [here, there] = duplexPair()
  const [ended, reported] = [[] as string[], [] as unknown[]]
  const telling = new RpcPeer({ stream: here, onEnd: reason => ended.push(reason) })
  const listening = new RpcPeer({
    stream: there,
    methods: { double: value => Number(value) * 2 },
    onNotify: (_method, params) => {
      if (params === 'bad') throw new Error('The disk is full.')
    },
    onEnd: reason => ended.push(reason),
    onMethodError: (method, error) => reported.push([method, (error as Error).message]),
  })
  for (const params of ['good', 'bad', 'good']) telling.notify('progress', params)
  expect(await telling.request('double', 2)).toBe(4)
  expect([ended, reported]).toEqual([[], [['progress', 'The disk is full.']]])
  telling.end('done')
  listening.end('done')
})
