import { Skeleton, Stack } from '@mantine/core'

/** Rows that are not there yet. */
export function RowsSketch({ rows = 6 }: { rows?: number }) {
  return (
    <Stack gap={8} aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={28} radius="sm" />
      ))}
    </Stack>
  )
}
