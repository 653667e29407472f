import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { svc } from '../live/server.ts'
import { Loaded } from './states/loaded.tsx'
import { RowsSketch } from './states/sketch.tsx'

/** A picture among the files of the workspace, which an address alone would not find: it names no workspace. */
export function StoredPicture({
  fileId,
  version,
  ...shown
}: {
  fileId: string
  version?: number
  name: string
  className: string | undefined
  /** Instead of a picture that the browser cannot show. */
  broken?: ReactNode
}) {
  const query = useQuery({
    queryKey: ['files', 'picture', fileId, version],
    staleTime: Infinity,
    async queryFn({ signal }) {
      const { data, response } = await svc.files.content(fileId, {}, { signal }).withResponse()
      return new Blob([data as BlobPart], { type: response.headers.get('content-type') ?? '' })
    },
  })
  return (
    <Loaded query={query} sketch={<RowsSketch />}>
      {content => <Picture content={content} {...shown} />}
    </Loaded>
  )
}

function Picture({
  content,
  name,
  className,
  broken = null,
}: {
  content: Blob
  name: string
  className: string | undefined
  broken?: ReactNode
}) {
  const [url, setUrl] = useState<string | null>(null)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    const made = URL.createObjectURL(content)
    setUrl(made)
    setBroken(false)
    return () => URL.revokeObjectURL(made)
  }, [content])
  if (isBroken) return broken
  return url === null ? null : <img src={url} alt={name} className={className} onError={() => setBroken(true)} />
}
