import { Alert, Button, Group } from '@mantine/core'
import { APIError } from '@svc/sdk'
import { copyText } from '../copy/copy-text.ts'
import { sentenceOf } from './sentence-of.ts'

/** What went wrong, why, and what to do; the rest of the page lives on. */
export function ErrorPanel({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const message = sentenceOf(error)
  const details =
    error instanceof APIError ? `${error.code} ${error.requestId ?? ''} ${new Date().toISOString()}` : message
  return (
    <Alert color="bad" variant="light" role="alert" title="That did not work">
      <p style={{ margin: '0 0 12px' }}>{message}</p>
      <Group gap={8}>
        {onRetry && (
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
        <Button variant="subtle" onClick={() => void copyText(details)}>
          Copy details
        </Button>
      </Group>
    </Alert>
  )
}
