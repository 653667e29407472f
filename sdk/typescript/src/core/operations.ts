import type { operations } from '../generated/api.ts'
import type { Page } from './page.ts'

/** An `operationId` of the OpenAPI document. */
export type Operation = keyof operations

type Json<Body> = Body extends { readonly content: { readonly 'application/json': infer Value } } ? Value : never
type Success<Responses, Statuses> = {
  [Status in keyof Responses]: Status extends Statuses ? Json<Responses[Status]> : never
}[keyof Responses]

/** What an operation answers when it succeeds. */
export type Answer<Op extends Operation> = Success<operations[Op]['responses'], 200 | 201 | 202>
/** What it answers once it is done. */
export type Outcome<Op extends Operation> = Success<operations[Op]['responses'], 200 | 201>
/** What it answers at once, when it goes on in the background. */
export type Accepted<Op extends Operation> = Success<operations[Op]['responses'], 202>
/** A record of the page that a list answers. */
export type Item<Op extends Operation> = Answer<Op> extends Page<infer Record> ? Record : never
/** What an operation takes as JSON. */
export type Body<Op extends Operation> = operations[Op] extends { readonly requestBody?: infer Sent }
  ? Json<NonNullable<Sent>>
  : never
/** The parameters of an operation's query. */
export type Query<Op extends Operation> = NonNullable<operations[Op]['parameters']['query']>
/** Those of a list, whose cursor the pages keep. */
export type ListQuery<Op extends Operation> = Omit<Query<Op>, 'cursor'>
