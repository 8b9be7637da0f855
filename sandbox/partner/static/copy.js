// Puts the text of the value beside a "Copy" button on the clipboard, and says so on the button for a moment.
document.addEventListener('click', async (event) => {
  const button = event.target instanceof Element && event.target.closest('button[data-copy]')
  if (!button) return
  try {
    await navigator.clipboard.writeText(button.dataset.copy)
    button.textContent = 'Copied'
  } catch {
    button.textContent = 'Select it'
  }
  setTimeout(() => (button.textContent = 'Copy'), 1500)
})
