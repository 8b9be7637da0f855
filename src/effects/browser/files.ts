// Files that this page itself makes for the member.

/** Saves a text as a file of this name. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // NOTE: Safari reads the file only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

export const printPage = (): void => window.print()
