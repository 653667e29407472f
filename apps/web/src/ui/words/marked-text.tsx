import { Fragment } from 'react'

/** Text in which the server put the words that fit between two pairs of asterisks. */
export function MarkedText({ children }: { children: string }) {
  return children
    .split('**')
    .map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : <Fragment key={index}>{part}</Fragment>))
}
