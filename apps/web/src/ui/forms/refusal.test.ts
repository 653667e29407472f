import { APIError } from '@svc/sdk'
import { expect, it } from 'vitest'
import { Refusal } from './refusal.ts'

function refused(...paths: string[]): APIError {
  const errors = paths.map(path => ({ path, message: 'is wrong' }))
  const problem = {
    type: 'urn:svc:problem:x',
    title: 'x',
    status: 400,
    detail: 'No.',
    code: 'x',
    request_id: 'r',
    errors,
  }
  return new APIError({
    status: 400,
    code: 'x',
    message: 'No.',
    problem,
    body: '',
    headers: new Headers(),
    requestId: 'r',
  })
}

it('leaves nothing to the panel when each fault stands at a field', () => {
  const refusal = new Refusal(refused('/name', '/events/1'))
  expect([refusal.at('/name'), refusal.at('/events'), refusal.at('/url')]).toEqual([
    'This is wrong.',
    'This is wrong.',
    undefined,
  ])
  expect(refusal.rest).toBeNull()
})

it('leaves the error to the panel when a fault stands at no field', () => {
  const error = refused('/name', '/inputs/old', '/events/1', '/tagsize')
  const refusal = new Refusal(error)
  for (const field of ['/name', '/inputs/new', '/events', '/tags']) refusal.at(field)
  expect(refusal.rest).toBe(error)
  refusal.at('/inputs')
  refusal.of('/tagsize')
  expect(refusal.rest).toBeNull()
})

it('counts what is wrong with a part as no fault of the whole', () => {
  const error = refused('/group/old')
  const refusal = new Refusal(error)
  expect(refusal.of('/group')).toBeUndefined()
  expect(refusal.rest).toBe(error)
})

it('leaves an error about no field to the panel, and nothing where nothing was refused', () => {
  const error = new Error('The server does not answer.')
  expect([new Refusal(error).rest, new Refusal(null).rest]).toEqual([error, null])
})
