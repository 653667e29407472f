import type { FileRecord } from '@svc/sdk'
import { useQuery } from '@tanstack/react-query'
import { svc } from '../../../live/server.ts'
import { bytes } from '../../../ui/words/bytes.ts'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { StoredPicture } from '../../../ui/stored-picture.tsx'
import { mostTextBytes, previewOf } from '../file-paths.ts'
import classes from '../files.module.css'

/** What is in a file, where a browser can show it without running anything of it. */
export function FilePreview({ file }: { file: FileRecord }) {
  const kind = previewOf(file)
  if (kind === 'image') return <ImagePreview file={file} />
  if (kind === 'none') {
    const what = file.content_type === 'application/pdf' ? 'A PDF' : `A file of the type ${file.content_type}`
    return <p className={classes.quiet}>{what} is not shown here. Download it to open it.</p>
  }
  return <TextPreview file={file} />
}

function TextPreview({ file }: { file: FileRecord }) {
  const query = useQuery({
    queryKey: ['files', 'content', file.file_id, file.version],
    staleTime: Infinity,
    async queryFn({ signal }) {
      if (file.size === 0) return ''
      const content = await svc.files.content(file.file_id, { range: [0, mostTextBytes - 1] }, { signal })
      return new TextDecoder().decode(content)
    },
  })
  return (
    <Loaded query={query} sketch={<RowsSketch />}>
      {text => (
        <>
          {text === '' ? (
            <p className={classes.quiet}>The file is empty.</p>
          ) : (
            <pre className={classes.text} tabIndex={0}>
              {text}
            </pre>
          )}
          {file.size > mostTextBytes && (
            <p className={classes.quiet}>
              The first {bytes(mostTextBytes)} of {bytes(file.size)}. Download it to see the rest.
            </p>
          )}
        </>
      )}
    </Loaded>
  )
}

function ImagePreview({ file }: { file: FileRecord }) {
  return (
    <StoredPicture
      fileId={file.file_id}
      version={file.version}
      name={file.name}
      className={classes.picture}
      broken={<p className={classes.quiet}>This browser cannot show the picture. Download it to open it.</p>}
    />
  )
}
