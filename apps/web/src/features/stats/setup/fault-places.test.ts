import { APIError } from '@svc/sdk'
import { expect, it } from 'vitest'
import { faultPlaces } from './fault-places.ts'

const chosen = { dependent: ['len'], factors: ['supp', 'dose'] }

function refusal(
  status: number,
  code: string,
  detail: string,
  errors: { path: string; message: string }[] = [],
): APIError {
  const problem = { type: `urn:svc:problem:${code}`, title: code, status, detail, code, request_id: 'req_1', errors }
  return new APIError({ status, code, message: detail, problem, body: '', headers: new Headers(), requestId: 'req_1' })
}

it('puts the fields of a 400 at roles, options and the filter', () => {
  const error = refusal(400, 'validation_error', 'Two faults.', [
    { path: '/variables/factors/0', message: 'is of no use' },
    { path: '/options/conf_level', message: 'must be from 0.5 to 0.9999' },
  ])
  expect(faultPlaces(error, chosen, [])).toEqual({
    roles: { factors: 'This is of no use.' },
    options: { conf_level: 'This must be from 0.5 to 0.9999.' },
    filter: null,
    isPlaced: true,
  })
})

it('puts a 422 where the variable stands that it names', () => {
  const detail = 'dose: it has 3 groups, and this test compares two'
  const { roles, isPlaced } = faultPlaces(refusal(422, 'unprocessable', detail), chosen, [])
  expect({ roles, isPlaced }).toEqual({ roles: { factors: detail }, isPlaced: true })
})

it('puts what is wrong with the SQL at the filter', () => {
  const { filter, isPlaced } = faultPlaces(refusal(422, 'sql_error', 'There is no column x.'), chosen, [])
  expect({ filter, isPlaced }).toEqual({ filter: 'There is no column x.', isPlaced: true })
})

it('shows as a whole what names nothing of the page', () => {
  for (const error of [
    refusal(422, 'unprocessable', 'nobody: unknown'),
    refusal(503, 'unavailable', 'len: no'),
    new Error('len: no'),
  ])
    expect(faultPlaces(error, chosen, ['mu']).isPlaced).toBe(false)
})
