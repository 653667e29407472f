import { firstSentence, groupedMethods } from './words.ts'
import type { Method } from './types.ts'
import classes from './method-gallery.module.css'

/** All methods at a glance, while none is chosen: what each is for stands under its name. */
export function MethodGallery({
  methods,
  onChoose,
}: {
  methods: readonly Method[]
  onChoose: (method: string) => void
}) {
  return (
    <section aria-label="Methods" className={classes.gallery}>
      {groupedMethods(methods).map(({ group, items }) => (
        <section key={group} aria-label={group}>
          <h3>{group}</h3>
          <ul>
            {items.map(({ method, title, description }) => (
              <li key={method}>
                <button type="button" onClick={() => onChoose(method)} className={classes.method}>
                  <span className={classes.title}>{title}</span>
                  <span className={classes.sentence}>{firstSentence(description)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  )
}
