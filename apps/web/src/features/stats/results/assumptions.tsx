import { Icon } from '../../../ui/icon.tsx'
import type { Analysis } from '../types.ts'
import { printedP } from '../../../ui/words/p-value.ts'
import classes from './results.module.css'

const words = {
  true: { word: 'OK', icon: 'check', kind: 'ok' },
  false: { word: 'Check', icon: 'alert', kind: 'warn' },
  null: { word: 'Unclear', icon: 'more', kind: 'unclear' },
} as const

/** What the method takes for granted, and whether the data bear it out, in words. */
export function Assumptions({ assumptions }: Pick<Analysis, 'assumptions'>) {
  if (assumptions.length === 0) return null
  return (
    <section aria-label="Assumptions" className={classes.section}>
      <h3>Assumptions</h3>
      <ul className={classes.assumptions}>
        {assumptions.map(({ name, ok, note, p_value }, index) => {
          const { word, icon, kind } = words[String(ok) as keyof typeof words]
          return (
            <li key={index}>
              <span className={classes.state} data-kind={kind}>
                <Icon name={icon} size={16} />
                {word}
              </span>
              <span>
                <strong>{name.charAt(0).toUpperCase() + name.slice(1)}</strong>
                {p_value !== null && (
                  <span className={classes.note}>
                    {' '}
                    <i>p</i> {printedP(p_value).replace(/^\./, '= .')}
                  </span>
                )}
                <br />
                {note}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
