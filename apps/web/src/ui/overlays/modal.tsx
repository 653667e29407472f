import { Drawer as MantineDrawer, Modal as MantineModal } from '@mantine/core'
import type { DrawerProps, ModalProps } from '@mantine/core'
import { useLayer } from './layers.ts'

/** A dialog over the page, which Escape closes when it is on top. */
export function Modal(modal: ModalProps) {
  useLayer(modal.opened, modal.onClose)
  return <MantineModal {...modal} closeOnEscape={false} />
}

/** The same at the edge of the page. */
export function Drawer(drawer: DrawerProps) {
  useLayer(drawer.opened, drawer.onClose)
  return <MantineDrawer {...drawer} closeOnEscape={false} />
}
