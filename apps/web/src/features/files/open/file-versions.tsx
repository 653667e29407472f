import { Button } from '@mantine/core'
import type { FileRecord } from '@svc/sdk'
import { useState } from 'react'
import { useListing } from '../../../live/listing.ts'
import { svc } from '../../../live/server.ts'
import { bytes } from '../../../ui/words/bytes.ts'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { notice } from '../../../ui/overlays/notices.ts'
import { ShowMore } from '../../../ui/states/show-more.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { Time } from '../../../ui/words/time.tsx'
import { downloadVersion, restoreVersion } from '../file-actions.ts'
import classes from '../files.module.css'

/** What the file held before, the newest first. */
export function FileVersions({ file }: { file: FileRecord }) {
  const [problem, setProblem] = useState<unknown>(null)
  const listing = useListing(['files', 'list', 'versions', file.file_id], options =>
    svc.files.versions(file.file_id, undefined, options),
  )
  const run = (work: () => Promise<void>): void => {
    setProblem(null)
    work().catch(setProblem)
  }
  return (
    <Loaded query={listing} sketch={<RowsSketch rows={3} />}>
      {versions => (
        <>
          {problem !== null && <ErrorPanel error={problem} />}
          <ul className={classes.plain}>
            {versions.map(({ version, size, created_at, content_type }) => (
              <li key={version} className={classes.version}>
                <span>
                  Version {version}
                  {version === file.version && ' (now)'}
                </span>
                <span className={classes.quiet}>
                  {bytes(size)} · <Time at={created_at} />
                </span>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Download version ${version}`}
                  onClick={() => run(() => downloadVersion(file, version, content_type))}
                >
                  Download
                </Button>
                {version !== file.version && (
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={`Restore version ${version}`}
                    onClick={() =>
                      run(async () => {
                        await restoreVersion(file, version, content_type)
                        notice(`Version ${version} is the newest again.`)
                      })
                    }
                  >
                    Restore
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <ShowMore listing={listing} />
        </>
      )}
    </Loaded>
  )
}
