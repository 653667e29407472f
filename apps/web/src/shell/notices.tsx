import { Notifications } from '@mantine/notifications'

/** Where the words of `ui/notices` appear. */
export function Notices() {
  return <Notifications withinPortal={false} position="bottom-right" autoClose={5000} />
}
