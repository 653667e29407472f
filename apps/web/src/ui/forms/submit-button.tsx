import { Button, Tooltip } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'
import { useOnline } from '../../live/online.ts'

type SubmitButtonProps = ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps | 'type'>

/**
 * The button that sends a form. While the browser is offline it waits and says why; Enter in a field waits with it, since a browser presses this button
 * then. It leaves the focus where it is: a field that is judged as it loses the focus would move the button away from under the mouse.
 */
export function SubmitButton({ onClick, disabled, ...button }: SubmitButtonProps) {
  const isOnline = useOnline()
  return (
    <Tooltip label="You are offline. What you type is kept; send it when you are connected." disabled={isOnline}>
      <Button
        {...button}
        type="submit"
        disabled={disabled}
        // Not `disabled`: a button that cannot have the focus cannot say why it waits.
        data-disabled={!isOnline || undefined}
        aria-disabled={!isOnline || undefined}
        onMouseDown={event => event.preventDefault()}
        onClick={event => {
          if (isOnline) onClick?.(event)
          else event.preventDefault()
        }}
      />
    </Tooltip>
  )
}
