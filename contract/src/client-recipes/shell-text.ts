/** Quotes `text` so that a shell of Linux or macOS reads it unchanged. */
export const shellText = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
/** The same for the shell of Windows. */
export const powerShellText = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** A masked key has an ellipsis. */
const isPlain = (word: string): boolean => /^[\w@./:=…-]+$/.test(word)

/** A word of a command, quoted only where it needs it. */
export const shellWord = (word: string): string => (isPlain(word) ? word : shellText(word))
export const powerShellWord = (word: string): string => (isPlain(word) ? word : powerShellText(word))
