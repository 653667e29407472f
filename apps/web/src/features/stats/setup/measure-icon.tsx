import { Icon } from '../../../ui/icon.tsx'
import type { Measure } from '../types.ts'
import classes from './setup.module.css'

const icons = { continuous: 'ruler', ordinal: 'levels', nominal: 'groups' } as const

/** What a variable measures, by shape for those who see it and in words for those who hear it. */
export function MeasureIcon({ measure }: { measure: Measure }) {
  return (
    <span className={classes.measure} title={measure}>
      <Icon name={icons[measure]} size={16} />
      <span className="visually-hidden">{measure}</span>
    </span>
  )
}
