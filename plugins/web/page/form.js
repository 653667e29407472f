/** Runs `work` with the form's fields while its button waits; what goes wrong is shown in the form. */
export function onSubmit(form, work) {
  const problem = form.querySelector('.problem')
  form.addEventListener('submit', async event => {
    event.preventDefault()
    const button = form.querySelector('button')
    button.disabled = true
    problem.hidden = true
    try {
      await work(Object.fromEntries(new FormData(form)))
    } catch (error) {
      problem.textContent = error.message
      problem.hidden = false
    } finally {
      button.disabled = false
    }
  })
}
