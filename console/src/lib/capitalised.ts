/** A sentence that begins with a capital letter, where the language has them. */
export const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)
