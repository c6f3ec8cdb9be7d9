/** A text that is nothing but an https address stands for the page there; null for any other. */
export function embeddedAddress(text: string): string | null {
  const address = text.trim()
  return /^https:\/\/\S+$/i.test(address) && URL.canParse(address) ? address : null
}
