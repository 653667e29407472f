import { Icon } from '../../ui/icon.tsx'
import classes from './agent-apps.module.css'

/** The picture of an app; decoration beside its name. */
export function AppIcon({ icon }: { icon: string | null }) {
  const isPicture = icon?.startsWith('data:image/') === true
  return (
    <span className={classes.icon} data-picture={isPicture || undefined}>
      {isPicture ? <img src={icon} alt="" width={20} height={20} /> : <Icon name="bot" size={20} />}
    </span>
  )
}
