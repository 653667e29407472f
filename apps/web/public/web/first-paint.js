// Runs before anything is drawn, so that a page never flashes in the other theme. Not inline: the policy allows no inline script.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('svc-theme')
  } catch {
    // Storage is refused: the system's theme it is.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
