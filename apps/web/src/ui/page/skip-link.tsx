import classes from './skip-link.module.css'

/** The first stop of the keyboard. It moves the focus itself: with the `<base>` of the page, `#main` alone would lead to the start of the app. */
export function SkipLink() {
  return (
    <a
      className={classes.skip}
      href="#main"
      onClick={event => {
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
    >
      Skip to content
    </a>
  )
}
