/** Saves the text as a file. `type` is its media type. */
export function saveText(name: string, text: string, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // By then the browser has its own reference.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
