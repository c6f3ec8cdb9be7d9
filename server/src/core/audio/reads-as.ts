/** Whether the bytes at `at` are `text`, one byte a character. */
export function readsAs(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) if (bytes[at + index] !== text.charCodeAt(index)) return false
  return true
}
