import { z } from 'zod'

/** A text of a write where null means empty: clients in typed languages send null for a text that holds nothing. */
export const emptyable = <T extends z.ZodType<string>>(text: T) =>
  text.nullable().transform((given) => given ?? '')

/** JSON text of a write. The text `null` is how some clients send an empty field back. */
export const jsonText = (charactersMax: number) =>
  z
    .string()
    .max(charactersMax)
    .transform((text) => (text.trim() === 'null' ? '' : text))
