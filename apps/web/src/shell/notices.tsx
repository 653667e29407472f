import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

/** Where the words of `ui/notices` appear. */
export function Notices() {
  // Without a way to slide: a click would miss the "Undo" of a notice that still moves.
  return <Notifications withinPortal={false} position="bottom-right" autoClose={5000} transitionDuration={0} />
}
