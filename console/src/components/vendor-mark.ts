/** Colours of the marks, each readable under white text in both themes. */
const colours = ['#0f766e', '#1d4ed8', '#7c3aed', '#be185d', '#b45309', '#15803d', '#475569', '#b91c1c'] as const

export interface VendorMark {
  letter: string
  colour: string
}

/**
 * A mark for a vendor without an icon: its first letter or digit, in a colour derived from its name. Null without a
 * name.
 */
export function vendorMarkOf(name: string): VendorMark | null {
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0]
  if (letter === undefined) return null
  let sum = 0
  for (const character of name.toLowerCase()) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521
  return { letter: letter.toUpperCase(), colour: colours[sum % colours.length] ?? colours[0] }
}
