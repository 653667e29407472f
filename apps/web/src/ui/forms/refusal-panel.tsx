import { ErrorPanel } from '../states/error-panel.tsx'
import type { Refusal } from './refusal.ts'

/** What of a refusal stands at no field. It comes after fields that other components draw. */
export function RefusalPanel({ refusal: { rest } }: { refusal: Refusal }) {
  return rest === null ? null : <ErrorPanel error={rest} />
}
