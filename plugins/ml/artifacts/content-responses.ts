import { anyType } from '@svc/plugin'
import type { RouteResponse } from '@svc/plugin'

/** What a download answers, on both faces. */
export const contentResponses: Record<number, RouteResponse> = {
  200: { description: 'The content', contentType: anyType, example: 'Hello' },
  206: { description: 'The parts asked for', contentType: anyType, example: 'ell' },
  304: { description: 'The client has it already' },
}

export const contentErrors = { 412: ['precondition_failed'], 416: ['range_not_satisfiable'] }
