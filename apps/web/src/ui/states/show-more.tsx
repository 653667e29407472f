import { Button } from '@mantine/core'
import { ErrorPanel } from './error-panel.tsx'

interface More {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: unknown
  fetchNextPage: () => unknown
}

/** Below a list that has further pages. */
export function ShowMore({ listing }: { listing: More }) {
  if (listing.isFetchNextPageError) return <ErrorPanel error={listing.error} onRetry={() => listing.fetchNextPage()} />
  if (!listing.hasNextPage) return null
  return (
    <Button
      variant="subtle"
      mt={8}
      loading={listing.isFetchingNextPage}
      onClick={() => void listing.fetchNextPage()}
      style={{ alignSelf: 'flex-start' }}
    >
      Show more
    </Button>
  )
}
