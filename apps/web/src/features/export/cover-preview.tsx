import { StoredPicture } from '../../ui/stored-picture.tsx'
import type { CoverDraft, SignatoryDraft } from './cover-fields.tsx'
import classes from './export.module.css'

/** How cover and signing lines will look, as they are written. */
export function CoverPreview({
  title,
  cover,
  signatories,
}: {
  title: string
  cover: CoverDraft
  signatories: readonly SignatoryDraft[]
}) {
  const named = signatories.filter(({ name }) => name.trim() !== '')
  return (
    <section aria-label="Preview" className={classes.preview}>
      {cover.isOn && (
        <div className={classes.paper}>
          <p className={classes.classification}>{cover.classification}</p>
          {cover.logo_file_id !== undefined && cover.logo_file_id !== '' && (
            <StoredPicture fileId={cover.logo_file_id} name="Logo" className={classes.logo} />
          )}
          <p className={classes.organisation}>{cover.organisation}</p>
          <p className={classes.title}>{title === '' ? 'Untitled' : title}</p>
          <p className={classes.subtitle}>{cover.subtitle}</p>
          <hr />
          <p>{cover.authors}</p>
          <p className={classes.small}>{cover.date}</p>
          <p className={classes.small}>{cover.abstract}</p>
        </div>
      )}
      {named.length > 0 && (
        <div className={classes.paper}>
          <p className={classes.subtitle}>Signatures</p>
          <div className={classes.signing}>
            {named.map(({ name, role }, index) => (
              <div key={index}>
                <strong>{name}</strong>
                <p className={classes.small}>{role}</p>
              </div>
            ))}
          </div>
        </div>
      )}
    </section>
  )
}
