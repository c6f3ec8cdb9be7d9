/**
 * The value of a JSON text that this program wrote itself, to its database, a file or another thread. Not validated:
 * text from outside is parsed by a schema. Throws SyntaxError.
 */
export const parseStored = <T>(text: string): T => JSON.parse(text) as T
