// Puts the value beside a "Copy" button on the clipboard, and says so on the button for a moment.
document.addEventListener('click', (event) => {
  const button = event.target instanceof Element && event.target.closest('button[data-copy]')
  if (!button) return
  const say = (text) => {
    button.textContent = text
    setTimeout(() => (button.textContent = 'Copy'), 1500)
  }
  navigator.clipboard.writeText(button.dataset.copy).then(
    () => say('Copied'),
    () => say('Select it'),
  )
})
