import { expect, it } from 'vitest'
import { dueField, dueOfField, dueWords } from './task-words.ts'

const now = new Date(2026, 2, 10, 15, 30)

it.each([
  ['2026-03-10', 'Due today', false],
  ['2026-03-09', 'Overdue yesterday', true],
  ['2026-03-11', 'Due tomorrow', false],
  ['2026-03-20', 'Due Mar 20', false],
  ['2025-12-31', 'Overdue Dec 31, 2025', true],
  [new Date(2026, 2, 10, 9).toISOString(), 'Overdue today', true],
  [new Date(2026, 2, 10, 18).toISOString(), 'Due today', false],
])('says of %s: %s', (due, text, isOver) => {
  expect(dueWords(due, now)).toEqual({ text, isOver })
})

it('shows a day as a day, and a time as one of the clock here', () => {
  expect(dueField('2026-03-01')).toEqual({ type: 'date', value: '2026-03-01' })
  const at = new Date(2026, 2, 1, 17, 45).toISOString()
  expect(dueField(at)).toEqual({ type: 'datetime-local', value: '2026-03-01T17:45' })
})

it.each(['2026-03-01', new Date(2026, 2, 1, 17, 45).toISOString()])('brings %s back as it came', due => {
  expect(dueOfField(dueField(due).value)).toBe(due)
})

it('takes an empty field for no date', () => {
  expect(dueOfField(dueField(null).value)).toBeNull()
})
